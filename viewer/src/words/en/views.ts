/** Every view of the page, in the order of the menu: its name there, and the sentence under its title. */
export const views = {
  today: { name: "Today", lead: "Work by project." },
  now: { name: "Live", lead: "What Pawl is recording right now." },
  sessions: { name: "Sessions", lead: "All recorded sessions, newest first." },
  injected: { name: "Injected context", lead: "Everything Pawl added to the model’s context, and why." },
  memory: { name: "Memory", lead: "Everything Pawl remembers. Edit or delete anything." },
  files: { name: "Files", lead: "The history of a file or folder: changes, failures and memories." },
  failures: { name: "Failures", lead: "Recurring errors and their fixes." },
  search: { name: "Search", lead: "Search for words, parts of names, or paths. No quotes needed." },
  cost: { name: "Cost", lead: "Tokens and money by the clients’ own records, and what Pawl added." },
  hooks: { name: "Hooks", lead: "Your own hooks: which ones run, when, and with what result." },
  team: { name: "Team", lead: "Shared memories and sync status." },
  settings: { name: "Settings", lead: "All settings, and a health check." },
} as const;

export type View = keyof typeof views;

export const VIEWS = Object.keys(views) as readonly View[];
