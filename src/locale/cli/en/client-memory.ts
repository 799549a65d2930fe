/** The client's own memory files: `pawl memory` on `client://` URIs, `pawl forget`, `pawl import --from claude-mem`. */
import { plural } from "../plural.ts";

export const clientMemory = {
  checked: (memories: number, problems: number) =>
    `Checked ${plural(memories, "memory", "memories")}: ${problems === 0 ? "no problems" : plural(problems, "problem")}.`,
  problem: {
    file: (name: string) => `The file ${name} no longer exists.`,
    command: (name: string) => `The command ${name} no longer exists.`,
    flag: (name: string) => `The flag no longer exists: ${name}.`,
    package: (name: string) => `The package ${name} is no longer used here.`,
    link: (name: string) => `The link [[${name}]] leads nowhere.`,
    source: (path: string) => `The client's file is gone: ${path}.`,
  },
  contradiction: {
    number: "These two differ in a number:",
    choice: "These two choose opposite ways:",
    negation: "One of these forbids what the other says:",
    said: "Marked as contradicting each other:",
  },
  changed: (path: string) => `Changed ${path}. Its line in MEMORY.md is up to date.`,
  renamed: (from: string, to: string) => `Renamed ${from} to ${to}.`,
  askDelete: (path: string) => `Delete the client's file ${path} and its line in MEMORY.md?`,
  deleted: (path: string) => `Deleted ${path}. The text is still in pawl memory history.`,
  readOnly: (uri: string) => `${uri} is a file that you edit yourself.`,
  readOnlyHint: "Open it in your editor.",
  bodyOnly: "Only the text, --disclosure and --reason can be changed: the rest is up to the client.",
  missingName: "Missing new name.",
  exported: (memories: number, dir: string) =>
    `Wrote ${plural(memories, "memory", "memories")} to ${dir} as the client's own files.`,
  exportHow: "Use --to-client, with the URIs to write or --all.",
  exportSkipped: (uri: string) => `Skipped ${uri}: a file of that name is already there.`,
  forgetFiles:
    "These files of the client's own memory have it too. Pawl's copy goes; the files stay unless you name them:",
  forgetHow: (path: string) => `To delete one as well: --file ${path}`,
  forgotFile: (path: string) => `Deleted the client's file ${path}.`,
  peer: {
    noDatabase: (path: string) => `There is no claude-mem database at ${path}.`,
    noDatabaseHint: "Give its path: pawl import --from claude-mem PATH",
    unknownSource: (name: string) => `Unknown source: ${name}. Use --from claude-mem.`,
    preview: (sessions: number, prompts: number, summaries: number, observations: number) =>
      `Found ${plural(sessions, "session")}, ${plural(prompts, "prompt")}, ${plural(summaries, "summary", "summaries")}, ${plural(observations, "observation")}.`,
    mapped: (name: string, folder: string) => `${name} belongs to ${folder}.`,
    unmapped: (name: string) => `${name}: folder unknown. It can be searched, but is not injected.`,
    ask: "Import this?",
    dryRun: "Preview only. Nothing was imported. Use --yes to import.",
    added: (sessions: number, prompts: number, memories: number) =>
      `Imported ${plural(sessions, "session")}, ${plural(prompts, "prompt")}, ${plural(memories, "memory", "memories")}. The original is unchanged.`,
  },
};
