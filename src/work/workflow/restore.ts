/** The working set as the model reads it after compaction, within one budget. */
import type { Messages } from "../../locale/messages.ts";
import { START_TOKENS } from "../../recall/blocks/defaults.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { clip } from "./cut.ts";
import type { UsedFile, WorkingSet } from "./working-set.ts";

type Section = keyof WorkingSet;

/** The share of the budget that each section gets first; what a section leaves goes to the next ones. */
const SHARES: Readonly<Record<Section, number>> = {
  files: 0.42,
  commands: 0.24,
  standing: 0.12,
  open: 0.08,
  failures: 0.09,
  decisions: 0.05,
};
const ORDER = ["files", "commands", "standing", "open", "failures", "decisions"] as const;

/** Who gets the rest first: what the client's own summary keeps least. */
const REST = ["commands", "standing", "failures", "files", "open", "decisions"] as const;

/** A section's heading and its "and N more". */
const OVERHEAD = 22;

interface Restore {
  /** Empty when there is nothing to restore. */
  text: string;
  tokens: number;
  /** How many of each are named in the text. */
  shown: Record<Section, number>;
}

export function renderRestore(set: WorkingSet, messages: Messages, budget = START_TOKENS): Restore {
  const lines: Record<Section, string[]> = {
    files: [],
    commands: set.commands.map(({ command }) => `- ${clip(command, 200)}`),
    standing: set.standing.map((line) => `- ${line}`),
    open: set.open.map((item) => `- ${item}`),
    failures: set.failures.map(({ what, error }) => `- ${clip(what, 120)}: ${error}`),
    decisions: set.decisions.map((line) => `- ${line}`),
  };
  const costs = (section: Section): number[] =>
    section === "files" ? fileCosts(set.files) : lines[section].map((line) => estimateTokens(`${line}\n`));
  const shown = choose(costs, budget - estimateTokens(heading(messages)));

  // The costs are added up from rounded parts; the whole is what must fit.
  for (let text = render(set, lines, shown, messages); ; text = render(set, lines, shown, messages)) {
    const tokens = estimateTokens(text);
    const last = [...REST].reverse().find((section) => shown[section] > 0);
    if (tokens <= budget || last === undefined) return { text, tokens, shown };
    shown[last] -= 1;
  }
}

function choose(costs: (section: Section) => number[], budget: number): Record<Section, number> {
  const shown: Record<Section, number> = {
    files: 0,
    commands: 0,
    standing: 0,
    open: 0,
    failures: 0,
    decisions: 0,
  };
  let left = budget;
  const fill = (section: Section, limit: number): void => {
    const items = costs(section);
    let module = Math.min(limit, left);
    const before = module;
    if (shown[section] === 0) module -= OVERHEAD;
    for (let n = shown[section]; n < items.length; n++) {
      const cost = items[n] ?? 0;
      if (cost > module) break;
      module -= cost;
      shown[section] = n + 1;
    }
    if (shown[section] > 0) left -= before - module;
  };
  for (const section of ORDER) fill(section, budget * SHARES[section]);
  for (const section of REST) fill(section, left);
  return shown;
}

function heading(messages: Messages): string {
  return `## ${messages.restore.title}\n${messages.restore.framing}\n`;
}

function render(
  set: WorkingSet,
  lines: Record<Section, string[]>,
  shown: Record<Section, number>,
  messages: Messages,
): string {
  const words = messages.restore;
  const parts: string[] = [];
  for (const section of ORDER) {
    const count = shown[section];
    if (count === 0) continue;
    const body = section === "files" ? fileLines(set.files.slice(0, count)) : lines[section].slice(0, count);
    const hidden = set[section].length - count;
    const title = section === "files" ? `${words.files} (${words.legend})` : words[section];
    parts.push([`### ${title}`, ...body, ...(hidden > 0 ? [words.more(hidden)] : [])].join("\n"));
  }
  return parts.length === 0 ? "" : `${heading(messages)}${parts.join("\n")}`;
}

/** One line a folder, the most used first: a path's folders are said once. */
function fileLines(files: readonly UsedFile[]): string[] {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    const [folder, name] = splitPath(file.path);
    const names = folders.get(folder) ?? [];
    names.push(`${name}${mark(file)}`);
    folders.set(folder, names);
  }
  return [...folders].map(([folder, names]) => `- ${folder === "" ? "" : `${folder}: `}${names.join(", ")}`);
}

function fileCosts(files: readonly UsedFile[]): number[] {
  const seen = new Set<string>();
  return files.map((file) => {
    const [folder, name] = splitPath(file.path);
    const first = seen.has(folder) ? "" : `- ${folder}: `;
    seen.add(folder);
    return estimateTokens(`${first}${name}${mark(file)}, `);
  });
}

const mark = (file: UsedFile): string => (file.edits > 0 ? ` ${file.edits}` : "*");

function splitPath(path: string): [folder: string, name: string] {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? ["", path] : [path.slice(0, slash + 1), path.slice(slash + 1)];
}
