/** The sentences of one session's page. */

export interface SessionWords {
  /** Who speaks. */
  you: string;
  card: Record<
    | "asked"
    | "lastly"
    | "changed"
    | "ran"
    | "failed"
    | "commits"
    | "ended"
    | "injected"
    | "branch"
    | "took"
    | "id",
    string
  >;
  fixed: string;
  notFixed: string;
  more(n: string): string;
  injectedSum(count: string, tokens: string): string;
  show: string;
  everythingOf: string;
  filters: Record<"failures" | "edits" | "prompts" | "injections", string>;
  nothingLeft: string;
  find: string;
  found(at: string, of: string): string;
  notFound: string;
  next: string;
  previous: string;
  foldAll: string;
  unfoldAll: string;
  work(calls: string, edits: string, failures: string, agents: string): string;
  agent: string;
  start: string;
  events: Readonly<Record<string, string>>;
  showAll: string;
  showLess: string;
  openFile: string;
  newFile: string;
  sources: string;
  command: string;
  output: string;
  noOutput: string;
  exit(code: string): string;
  truncated: string;
  moreActions: string;
  resume: string;
  mute: string;
  unmute: string;
  mutedNow: string;
  unmutedNow: string;
  forget: string;
  forgetHint: string;
  exclude: string;
  excludeHint: string;
  excluded: string;
  include: string;
  task: string;
  /** Settings of the browser. */
  browser: string;
  editor: string;
  noEditor: string;
  /** Read out before a line of a diff. */
  lines: Record<"added" | "removed", string>;
}
