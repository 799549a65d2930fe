/**
 * A command's text, made safe for its `$FILE`s. The shell itself puts environment values in, and what it puts in is
 * never read as syntax again; but without quotes it is split at spaces and its `*` are looked up. So references
 * that stand without quotes get them. Some places do read a value as code, and a reference there is refused:
 * arithmetic, and the text handed to `eval`, `sh -c`, `python -c`, `node -e` and the like. (Programs that make code of
 * any argument, such as `ssh`, are their users' business.)
 */
import { PawlError } from "../../errors.ts";
import { isVariable } from "../variables.ts";

type Context = "plain" | "double" | "backtick" | "paren";

/** For POSIX shells. Throws `PawlError("unsafe_reference")`. */
export function quoteReferences(command: string): string {
  const contexts: Context[] = ["plain"];
  const words = new CommandWords();
  const heredocs: string[] = [];
  let out = "";
  let at = 0;
  const copy = (length: number) => {
    const piece = command.slice(at, at + length);
    words.add(piece, contexts.at(-1) === "double");
    out += piece;
    at += length;
  };

  while (at < command.length) {
    const context = contexts.at(-1) ?? "plain";
    const char = command.charAt(at);
    const two = command.slice(at, at + 2);

    if (char === "\\") copy(2);
    else if (command.startsWith("$((", at)) copy(checkArithmetic(command, at));
    else if (two === "$(") {
      copy(2);
      contexts.push("paren");
      words.enter();
    } else if (char === "`") {
      copy(1);
      if (context === "backtick") {
        contexts.pop();
        words.leave();
      } else {
        contexts.push("backtick");
        words.enter();
      }
    } else if (char === "$") {
      const reference = readReference(command, at);
      if (reference === undefined) copy(1);
      else {
        if (words.isCode()) throw unsafe(reference.text, "inside code (eval, sh -c, node -e, …)");
        words.add(reference.text, true);
        out += context === "double" ? reference.text : `"${reference.text}"`;
        at += reference.text.length;
      }
    } else if (context === "double") {
      if (char === '"') contexts.pop();
      copy(1);
    } else if (char === "'") copy(lengthTo(command, at + 1, "'") + 1);
    else if (char === '"') {
      copy(1);
      contexts.push("double");
    } else if (char === ")" && context === "paren") {
      copy(1);
      contexts.pop();
      words.leave();
    } else if (char === "(" && context === "paren") {
      copy(1);
      contexts.push("paren");
      words.enter();
    } else if (char === "#" && words.isBetween()) copy(lengthTo(command, at, "\n") - 1);
    else if (two === "<<" && command[at + 2] !== "<") {
      const found = /^<<-?\s*(\\?[\w.-]+|'[^'\n]*'|"[^"\n]*")/.exec(command.slice(at));
      if (found?.[1] !== undefined) heredocs.push(found[1].replace(/^[\\'"]|['"]$/g, ""));
      copy(found?.[0].length ?? 2);
    } else if (char === "\n" && heredocs.length > 0) {
      // Nothing is split in there, so nothing needs quotes.
      copy(lengthOfHeredocs(command, at, heredocs.splice(0)));
      words.separate();
    } else {
      copy(1);
    }
  }
  return out;
}

/** `$NAME`, `${NAME}` or `${NAME…}` of ours, at `at`. */
function readReference(command: string, at: number): { text: string } | undefined {
  const found = /^\$(?:\{(!?)(\w+)|(\w+))/.exec(command.slice(at, at + 64));
  const name = found?.[2] ?? found?.[3] ?? "";
  if (found === null || !isVariable(name)) return undefined;
  if (found[1] === "!") throw unsafe(`\${!${name}}`, "as the name of another variable");
  if (found[2] === undefined) return { text: found[0] };
  let depth = 1;
  let end = at + found[0].length;
  while (end < command.length && depth > 0) {
    const char = command.charAt(end);
    if (char === "\\") end++;
    else if (char === "{") depth++;
    else if (char === "}") depth--;
    end++;
  }
  return { text: command.slice(at, end) };
}

function checkArithmetic(command: string, at: number): number {
  const end = command.indexOf("))", at);
  const length = (end === -1 ? command.length : end + 2) - at;
  const name = /[A-Za-z_]\w*/g;
  for (const [word] of command.slice(at, at + length).matchAll(name)) {
    if (isVariable(word)) throw unsafe(`$${word}`, "in arithmetic");
  }
  return length;
}

function lengthTo(command: string, from: number, end: string): number {
  const found = command.indexOf(end, from);
  return (found === -1 ? command.length : found + 1) - from;
}

function lengthOfHeredocs(command: string, at: number, ends: readonly string[]): number {
  let position = at + 1;
  for (const end of ends) {
    for (;;) {
      const newline = command.indexOf("\n", position);
      const line = command.slice(position, newline === -1 ? undefined : newline);
      position = newline === -1 ? command.length : newline + 1;
      if (line.replace(/^\t+/, "") === end || newline === -1) break;
    }
  }
  return position - at;
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

/** Which programs take code as the word after which option. */
const TAKES_CODE: readonly [program: RegExp, option: RegExp][] = [
  [/(?:^|\/)(?:ba|da|k|z|a)?sh$/, /^-\w*c$/],
  [/(?:^|\/)python[\d.]*$/, /^-\w*c$/],
  [/(?:^|\/)(?:node|bun|deno)$/, /^(?:-\w*[ep]|--eval|--print|eval)$/],
  [/(?:^|\/)(?:perl|ruby)$/, /^-\w*[eE]$/],
  [/(?:^|\/)php$/, /^-r$/],
  [/(?:^|\/)(?:pwsh|powershell)(?:\.exe)?$/, /^-c(?:ommand)?$/i],
];

/** The words of the command that is being read, to know when its next one is code. */
class CommandWords {
  private readonly outer: string[][] = [];
  private words: string[] = [""];

  add(piece: string, quoted: boolean): void {
    if (quoted || piece.length > 1) this.words.push((this.words.pop() ?? "") + piece);
    else if (/[;&|\n()]/.test(piece)) this.separate();
    else if (!/\s/.test(piece)) this.words.push((this.words.pop() ?? "") + piece);
    else if (this.words.at(-1) !== "") this.words.push("");
  }

  separate(): void {
    this.words = [""];
  }

  enter(): void {
    this.outer.push(this.words);
    this.separate();
  }

  leave(): void {
    this.words = this.outer.pop() ?? [""];
  }

  isBetween(): boolean {
    return this.words.at(-1) === "";
  }

  isCode(): boolean {
    return [...this.outer, this.words].some((words) => {
      const before = words.slice(0, -1);
      if (before.includes("eval")) return true;
      const last = before.at(-1) ?? "";
      return TAKES_CODE.some(
        ([program, option]) => option.test(last) && before.some((word) => program.test(word)),
      );
    });
  }
}

/**
 * For PowerShell: `$FILE` there is a variable of its own, the environment's is `${env:FILE}`; neither is split or
 * read as syntax. (cmd.exe puts `%FILE%` in before it reads the line, so it cannot be made safe and is not used.)
 */
export function toPowerShell(command: string): string {
  let out = "";
  let at = 0;
  let double = false;
  while (at < command.length) {
    const char = command.charAt(at);
    const found = char === "$" ? /^\$(?:\{(\w+)\}|(\w+))/.exec(command.slice(at, at + 64)) : null;
    const name = found?.[1] ?? found?.[2] ?? "";
    let length = 1;
    if (char === "`") length = 2;
    else if (char === "'" && !double) length = lengthTo(command, at + 1, "'") + 1;
    else if (char === '"') double = !double;
    if (found !== null && isVariable(name)) {
      out += `\${env:${name}}`;
      at += found[0].length;
    } else {
      out += command.slice(at, at + length);
      at += length;
    }
  }
  return out;
}
