/**
 * A command's text, made safe for its `$FILE`s. The shell itself puts environment values in, and what it puts in is
 * never read as syntax again; but without quotes it is split at spaces and its `*` are looked up. So references
 * that stand without quotes get them. Some places do read a value as code, and a reference there is refused:
 * arithmetic, and the text handed to `eval`, `sh -c`, `python -c`, `node -e` and the like. (Programs that make code of
 * any argument, such as `ssh`, are their users' business.)
 */
import { PawlError } from "../../platform/errors.ts";
import { toShellCommands } from "../../text/shell.ts";
import { toShellPieces } from "../../text/shell-pieces.ts";
import { isHookVariable } from "../variables.ts";

/** For POSIX shells. Throws `PawlError("unsafe_reference")`. */
export function quoteReferences(command: string): string {
  return quotePieces(command, { isQuoted: false, isCode: false, depth: 0 });
}

/** Maximum nesting of `${A:-${B:-…}}`. */
const DEEPEST = 50;

interface Surroundings {
  isQuoted: boolean;
  isCode: boolean;
  depth: number;
}

function quotePieces(plain: string, { isQuoted, isCode, depth }: Surroundings): string {
  const text = isQuoted ? `"${plain}"` : plain;
  const code = codeIn(text);
  let out = "";
  for (const { kind, start, end, quoted } of toShellPieces(text)) {
    const piece = text.slice(start, end);
    if (kind === "arithmetic") checkArithmetic(piece);
    const name = kind === "variable" ? ownName(piece) : undefined;
    const runs = isCode || code.some((word) => start >= word.start && start < word.end);
    if (name !== undefined) {
      if (runs) throw unsafe(piece, "inside code (eval, sh -c, node -e, …)");
      out += quoted ? piece : `"${piece}"`;
    } else if (kind === "variable" && piece.startsWith("${") && /[$`]/.test(piece.slice(2))) {
      // The default of another variable may contain one of ours, or a command that does.
      if (depth === DEEPEST) throw unsafe("a variable", "too deep inside others");
      const inner = piece.slice(2, piece.endsWith("}") ? -1 : undefined);
      const done = quotePieces(inner, { isQuoted: quoted, isCode: runs, depth: depth + 1 });
      out += `\${${quoted ? done.slice(1, -1) : done}${piece.endsWith("}") ? "}" : ""}`;
    } else out += piece;
  }
  return out;
}

/** The name of our variable in `$NAME`, `${NAME}` or `${NAME…}`. */
function ownName(piece: string): string | undefined {
  const found = /^\$(?:\{(!?)(\w+)|(\w+))/.exec(piece);
  const name = found?.[2] ?? found?.[3] ?? "";
  if (!isHookVariable(name)) return undefined;
  if (found?.[1] === "!") throw unsafe(`\${!${name}}`, "as the name of another variable");
  return name;
}

function checkArithmetic(piece: string): void {
  for (const [word] of piece.matchAll(/[A-Za-z_]\w*/g)) {
    if (isHookVariable(word)) throw unsafe(`$${word}`, "in arithmetic");
  }
}

function unsafe(reference: string, how: string): PawlError {
  return new PawlError(
    "unsafe_reference",
    `The command uses ${reference} ${how}, where its value could run.`,
    {
      hint: `Hand it over as an argument instead: sh -c 'cat "$1"' _ ${reference}`,
    },
  );
}

/** Programs that take code as the word after an option. */
const TAKES_CODE: readonly [program: RegExp, option: RegExp][] = [
  [/(?:^|\/)(?:ba|da|k|z|a)?sh$/, /^-\w*c$/],
  [/(?:^|\/)python[\d.]*$/, /^-\w*c$/],
  [/(?:^|\/)(?:node|bun|deno)$/, /^(?:-\w*[ep]|--eval|--print|eval)$/],
  [/(?:^|\/)(?:perl|ruby)$/, /^-\w*[eE]$/],
  [/(?:^|\/)php$/, /^-r$/],
  [/(?:^|\/)(?:pwsh|powershell)(?:\.exe)?$/, /^-c(?:ommand)?$/i],
];

/** Words that a program runs as code. */
function codeIn(text: string): { start: number; end: number }[] {
  return toShellCommands(text).flatMap(({ words }) => {
    const values = words.map(({ value }) => value);
    return words.filter((_, i) => {
      const before = values.slice(0, i);
      return (
        before.includes("eval") ||
        TAKES_CODE.some(
          ([program, option]) =>
            option.test(before.at(-1) ?? "") && before.some((word) => program.test(word)),
        )
      );
    });
  });
}

/**
 * For PowerShell: `$FILE` is its own variable there, the environment's is `${env:FILE}`. Neither is split or parsed as
 * syntax. (cmd.exe expands `%FILE%` before it parses the line, so it cannot be made safe and is not used.)
 */
export function toPowerShell(command: string): string {
  const put = (part: string) =>
    part.replace(/`[\s\S]?|\$(?:\{(\w+)\}|(\w+))/g, (whole, braced?: string, bare?: string) => {
      const name = braced ?? bare ?? "";
      return isHookVariable(name) ? `\${env:${name}}` : whole;
    });
  const parts = command.match(/"(?:`[\s\S]|[^"`])*"?|'[^']*'?|`[\s\S]?|[^"'`]+/g) ?? [];
  return parts.map((part) => (part.startsWith("'") ? part : put(part))).join("");
}
