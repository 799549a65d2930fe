/** Commits made by a shell call, found by git's output or by the commit message. */
import { isAbsolute } from "node:path";
import { toOutput } from "../../memory/digest/output.ts";
import { toSimpleCommands } from "../../memory/digest/shell-line.ts";
import type { Observation } from "../../store/records/records.ts";
import { inputField } from "../../text/input-text.ts";
import { toFirstLine } from "../../text/title.ts";

interface Commit {
  hash: string | null;
  branch: string | null;
  message: string;
}

/** `[main (root-commit) 1a2b3c4] Round the totals`; a checkout without a branch is `detached HEAD`. */
const PRINTED = /^\[(detached HEAD|[^\s\]]+)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.+)$/gm;

export function commitsIn(
  call: Pick<Observation, "ok" | "toolName" | "input" | "response">,
  project: string,
): Commit[] {
  if (!call.ok || call.toolName !== "Bash" || !call.input.includes("commit")) return [];
  const line = inputField(call.input, "command");
  if (line === undefined) return [];
  const all = toSimpleCommands(line);
  const commands = all.filter(({ words }) => isCommit(words));
  if (commands.length === 0 || isOfScratch(all, project)) return [];
  const printed = [...toOutput(call).text.matchAll(PRINTED)].map(([, branch, hash = "", message = ""]) => ({
    hash,
    branch: branch === "detached HEAD" ? null : (branch ?? null),
    message: toFirstLine(message),
  }));
  if (printed.length > 0) return printed;
  return commands.flatMap(({ words, heredoc }) => {
    const message = toFirstLine(messageIn(words) ?? heredoc ?? "");
    return message === "" || words.includes("--dry-run") ? [] : [{ hash: null, branch: null, message }];
  });
}

/** In a scratch repository that the same line creates outside of the project, as tests do. */
function isOfScratch(commands: readonly { words: readonly string[] }[], project: string): boolean {
  if (!commands.some(({ words }) => words[0] === "git" && words.includes("init"))) return false;
  return commands.some(({ words: [name, first = "", second = ""] }) => {
    const folder = name === "cd" ? first : name === "git" && first === "-C" ? second : "";
    return folder.startsWith("$") || (isAbsolute(folder) && !`${folder}/`.startsWith(`${project}/`));
  });
}

/** `git -C folder -c key=value commit …`. */
function isCommit(words: readonly string[]): boolean {
  if (words[0] !== "git") return false;
  let at = 1;
  while (words[at]?.startsWith("-") === true) at += /^-[Cc]$/.test(words[at] ?? "") ? 2 : 1;
  return words[at] === "commit";
}

function messageIn(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^-[a-z]*m$/.test(word) || word === "--message");
  const given = at < 0 ? words.find((word) => word.startsWith("--message="))?.slice(10) : words[at + 1];
  // `-m "$(cat <<'EOF' …)"`: the text is inside.
  const inside =
    given === undefined ? undefined : /^\$\(cat <<-?\s*['"]?(\w+)['"]?\n([\s\S]*)/.exec(given)?.[2];
  return inside ?? (given?.startsWith("$") === true ? undefined : given);
}
