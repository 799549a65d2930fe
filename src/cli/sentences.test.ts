/** All sentences belong to the catalogue in src/locale/cli: a sentence in a string of src/cli would stay English for everybody. */
import { expect, test } from "bun:test";
import { COMMAND_NAMES, COMMANDS } from "./commands.ts";

/** Each is English on purpose. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "Content-Type: application/json": "a header of HTTP",
  "Connection: close": "a header of HTTP",
  "Claude is waiting for your input": "the client's own notification text, which hooks match on",
  "The user said no.": "read by the model",
  "own hooks": "the name of a check, which scripts read",
  "Pawl: one of your gates applies to this, but the program that runs it is missing. So it is refused. Run pawl install where Pawl is now.":
    "printed by a shell line of the client's settings, where no catalogue can be read",
  "A hook's answer was not used": "compared with a line of the log",
};

/** Findings about configuration files are English throughout, like those of src/hooks/config. */
const FINDINGS = ["user-hooks/validate.ts"];

/** Formats for other programs, and exports that are read outside of Pawl. */
const FORMATS = ["export.ts"];

/** Lines of the log. */
const LOGGED = ["hook/program.ts", "hook/rarely.ts"];

/** What a user types is never translated. */
const commands = await Promise.all(COMMAND_NAMES.map(async (name) => (await COMMANDS[name]()).command));
const typed = commands.flatMap(({ usage, example }) => [usage, example]);
/** "…" stands for what a template inserts, such as the names of the clients. */
const isTyped = (text: string) => {
  const pattern = text.split("…").map(RegExp.escape).join(".*");
  return typed.some((one) => new RegExp(`^${pattern}$`).test(one));
};
/** `user, project, local`: the values of an option. */
const isList = (text: string) => /^[a-z]+(?:, [a-z]+)+$/.test(text);

/** Bun removes comments and types, so that strings and regular expressions are all that needs care. */
function literals(source: string): string[] {
  const code = new Bun.Transpiler({ loader: "ts" }).transformSync(source);
  const found: string[] = [];
  let at = 0;
  const skipTo = (end: string) => {
    const from = at;
    for (; at < code.length && code[at] !== end; at++) if (code[at] === "\\") at++;
    return code.slice(from, at++);
  };
  const template = () => {
    const parts: string[] = [];
    let from = at;
    for (; at < code.length && code[at] !== "`"; at++) {
      if (code[at] === "\\") at++;
      else if (code.startsWith("${", at)) {
        parts.push(code.slice(from, at));
        at += 2;
        expression("}");
        from = at;
        at--;
      }
    }
    found.push([...parts, code.slice(from, at++)].join("…"));
  };
  const expression = (end: string | undefined) => {
    for (let depth = 0; at < code.length; ) {
      const char = code[at++];
      if (char === "{") depth++;
      else if (char === "}" && depth-- === 0 && end !== undefined) return;
      else if (char === '"') found.push(skipTo('"'));
      else if (char === "'") found.push(skipTo("'"));
      else if (char === "`") template();
      // A slash after an operator starts a regular expression; a bracket in it may hold another slash.
      else if (
        char === "/" &&
        /(?:^|[(,=:[!&|?{};\n]|return)\s*$/.test(code.slice(Math.max(0, at - 12), at - 1))
      )
        regex();
    }
  };
  const regex = () => {
    for (let inClass = false; at < code.length && (inClass || code[at] !== "/"); at++) {
      if (code[at] === "\\") at++;
      else if (code[at] === "[") inClass = true;
      else if (code[at] === "]") inClass = false;
    }
    at++;
  };
  expression(undefined);
  return found;
}

const COMMAND = new RegExp(
  `^(?:${COMMAND_NAMES.join("|")})\\b(?: [a-z]+)*|\\b(?:pawl|claude|npm|chmod)(?: [a-z-]+)*`,
  "g",
);

/** Two words in a row, the second in lower case; what a user types, such as `pawl memory list`, does not count. */
function isSentence(text: string): boolean {
  return /[A-Za-z']{2,}[,:]? [a-z]{2,}/.test(text.replace(COMMAND, "").replace(/[A-Z]{2,}/g, ""));
}

test("no command prints a sentence that is not in the catalogue", async () => {
  const files = [...new Bun.Glob("**/*.ts").scanSync({ cwd: import.meta.dir })].filter(
    (file) => !file.endsWith(".test.ts") && ![...FINDINGS, ...FORMATS, ...LOGGED].includes(file),
  );
  expect(files.length).toBeGreaterThan(50);
  const left = await Promise.all(
    files.map(async (file) =>
      literals(await Bun.file(`${import.meta.dir}/${file}`).text())
        .filter(
          (text) => isSentence(text) && !isTyped(text) && !isList(text) && !Object.hasOwn(EXCEPTIONS, text),
        )
        .map((text) => `${file}: ${text}`),
    ),
  );
  expect(left.flat()).toEqual([]);
});

test("the check sees every string, also inside of templates", () => {
  const source = 'const a = /["`]/.test(x) ? `one ${f("two " + `three ${4}`)} five` : "six"; // "seven"';
  expect(literals(source).sort()).toEqual(["one … five", "six", "three …", "two "]);
});

test("the check recognises sentences, and not commands or markup", () => {
  for (const text of ["Nothing found.", "There is no …", "This deletes …. Go on?", "Deleted for good: …"])
    expect([text, isSentence(text)]).toEqual([text, true]);
  for (const text of [
    "pawl memory list",
    "pawl workflow start TYPE",
    "memory edit URI [TEXT]",
    "  … → …",
    "utf8",
  ])
    expect([text, isSentence(text)]).toEqual([text, false]);
});
