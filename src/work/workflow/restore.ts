/** The working set for the model after a compaction, within one budget. */
import type { Messages } from "../../locale/messages.ts";
import { START_TOKENS } from "../../recall/blocks/defaults.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { clip } from "./cut.ts";
import type { UsedFile, WorkingSet } from "./working-set.ts";

type Section = keyof WorkingSet;

/** Each section's share of the budget if all are too long, in the order of the text. */
const SHARES: Readonly<Record<Section, number>> = {
  files: 0.42,
  commands: 0.24,
  standing: 0.12,
  open: 0.08,
  failures: 0.09,
  decisions: 0.05,
};
const SECTIONS = Object.keys(SHARES) as Section[];

/** The share of a section that stays when the text is too long. */
const LESS = 0.95;

interface Restore {
  /** Empty when there is nothing to restore. */
  text: string;
  tokens: number;
  /** The number of entries of each that the text shows. */
  shown: Record<Section, number>;
}

export function renderRestore(set: WorkingSet, messages: Messages, budget = START_TOKENS): Restore {
  const words = messages.restore;
  const lines: Record<Exclude<Section, "files">, string[]> = {
    commands: set.commands.map(({ command }) => `- ${clip(command, 200)}`),
    standing: set.standing.map((line) => `- ${line}`),
    open: set.open.map((item) => `- ${item}`),
    failures: set.failures.map(({ what, error }) => `- ${clip(what, 120)}: ${error}`),
    decisions: set.decisions.map((line) => `- ${line}`),
  };
  const partOf = (name: Section, count: number): Part => {
    if (count === 0) return { name, count, text: "", tokens: 0 };
    const hidden = set[name].length - count;
    const title = name === "files" ? `${words.files} (${words.legend})` : words[name];
    const body = name === "files" ? fileLines(set.files.slice(0, count)) : lines[name].slice(0, count);
    const text = [`### ${title}`, ...body, ...(hidden > 0 ? [words.more(hidden)] : [])].join("\n");
    return { name, count, text, tokens: estimateTokens(text) };
  };
  const head = `## ${words.title}\n${words.framing}`;
  const parts = SECTIONS.map((name) => partOf(name, set[name].length));
  for (;;) {
    const said = parts.filter(({ count }) => count > 0);
    const shown = Object.fromEntries(parts.map(({ name, count }) => [name, count])) as Restore["shown"];
    if (said.length === 0) return { text: "", tokens: 0, shown };
    // The parts are rounded, so only the total is exact.
    if (said.reduce((sum, part) => sum + part.tokens, 0) <= budget) {
      const text = [head, ...said.map((part) => part.text)].join("\n");
      const tokens = estimateTokens(text);
      if (tokens <= budget) return { text, tokens, shown };
    }
    const excess = ({ name, tokens }: Part) => tokens / SHARES[name];
    const most = parts.reduce((a, b) => (excess(b) > excess(a) ? b : a));
    parts[parts.indexOf(most)] = partOf(most.name, Math.floor(most.count * LESS));
  }
}

interface Part {
  name: Section;
  count: number;
  text: string;
  tokens: number;
}

/** One line per folder, the most used first, so that each folder's path appears once. */
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

const mark = (file: UsedFile): string => (file.edits > 0 ? ` ${file.edits}` : "*");

function splitPath(path: string): [folder: string, name: string] {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? ["", path] : [path.slice(0, slash + 1), path.slice(slash + 1)];
}
