import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { seed } from "../../test/fuzz/runs.ts";
import { toShellCommands } from "./shell.ts";
import { toShellPieces } from "./shell-pieces.ts";

const brief = (text: string) =>
  toShellCommands(text).map(({ before, words, substituted }) =>
    [before.trim(), substituted ? "$" : "", words.map(({ value }) => value).join("|")]
      .filter((part) => part !== "")
      .join(" "),
  );

test.each<[string, string[]]>([
  ["npm test && npm run lint || exit 1", ["npm|test", "&& npm|run|lint", "|| exit|1"]],
  ["a; b & c | d |& e\nf", ["a", "; b", "& c", "| d", "|& e", "f"]],
  ["echo 'a; b' \"c && d\" e\\;f", ["echo|a; b|c && d|e;f"]],
  ["git commit -m 'it'\\''s' $'a\\'b'", ["git|commit|-m|it's|a\\'b"]],
  ['echo "a \\$b \\n"', ["echo|a $b \\n"]],
  ["echo a#b # rest; rm x\nls", ["echo|a#b", "ls"]],
  ["npm \\\n  test --wat\\\nch", ["npm|test|--watch"]],
  ['echo "$(ls -l | wc)" `pwd`', ["echo|$(ls -l | wc)|`pwd`", "$ ls|-l", "| $ wc", "$ pwd"]],
  ["(cd x && make) || echo no", ["cd|x", "&& make", "|| echo|no"]],
  ["diff <(a b) <(c)", ["diff|<(a b)|<(c)", "$ a|b", "$ c"]],
  ["case $x in a) ls;; esac", ["case|$x|in|a", ") ls", ";; esac"]],
  ["echo $((1 + (2 < 3))) ${a:-b c}", ["echo|$((1 + (2 < 3)))|${a:-b c}"]],
  ["", []],
  ["# only a comment", []],
])("%p", (text, commands) => {
  expect(brief(text)).toEqual(commands);
});

test("assignments and redirections are told from words", () => {
  const [command] = toShellCommands("A=1 B='x y' env C=2 prog 2>&1 >out.txt <in &>> log arg 3");
  expect(command?.assignments.map(({ value }) => value)).toEqual(["A=1", "B=x y"]);
  expect(command?.words.map(({ value }) => value)).toEqual(["env", "C=2", "prog", "arg", "3"]);
  expect(command?.redirections.map(({ operator, target }) => [operator, target?.value])).toEqual([
    ["2>&", "1"],
    [">", "out.txt"],
    ["<", "in"],
    ["&>>", "log"],
  ]);
});

describe("heredocs", () => {
  test.each([
    ["plain", "cat <<EOF\nrm -rf /\nEOF\nls"],
    ["quoted", "cat <<'EOF'\nrm -rf / $(x) `y`\nEOF\nls"],
    ["double-quoted", 'cat << "EOF"\nit\'s; rm\nEOF\nls'],
    ["escaped", "cat <<\\EOF\nrm && x\nEOF\nls"],
    ["with tabs", "cat <<-EOF\n\trm\n\tEOF\nls"],
    ["with a quote in it", 'cat <<EOF\nhe said "no\nEOF\nls'],
    ["in a substitution", "git commit -m \"$(cat <<'EOF'\nrm: don't\nEOF\n)\"\nls"],
  ])("the body is no command: %s", (_, text) => {
    const programs = toShellCommands(text).map(({ words }) => words[0]?.value);
    expect(programs.filter((program) => program !== "cat" && program !== "git")).toEqual(["ls"]);
  });

  test("the rest of its line is, and two of them have each its body", () => {
    const commands = toShellCommands("cat <<A <<-B > f && npm test\na\nA\n\tb\n\tB\nls");
    expect(commands.map(({ words }) => words.map(({ value }) => value))).toEqual([
      ["cat"],
      ["npm", "test"],
      ["ls"],
    ]);
    expect(commands[0]?.heredocs).toEqual(["a", "\tb"]);
  });

  test("one without an end goes to the end, and <<< is none", () => {
    expect(toShellCommands("cat <<EOF\nrm\nls").map(({ words }) => words[0]?.value)).toEqual(["cat"]);
    expect(toShellCommands("cat <<< EOF\nls").map(({ words }) => words[0]?.value)).toEqual(["cat", "ls"]);
  });
});

const shellish = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."' \" ` $ ( ) { } < > << <<- <<< <<E E \n \t & && | || ; ;; # \\ \\\n $( $(( )) ${ <( = A=1 2>&1 a b 1 -".split(
          " ",
        ),
      ),
      fc.constantFrom(" ", "\n", "\nE\n", " # "),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

describe("whatever the text is", () => {
  test("the pieces are the text: none is empty, none overlaps, none is missing", () => {
    fc.assert(
      fc.property(shellish, (text) => {
        let at = 0;
        for (const { start, end } of toShellPieces(text)) {
          expect(start).toBe(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBe(text.length);
      }),
      { ...seed, numRuns: 1_000 },
    );
  });

  test("words lie inside their command, in order, and are what stands there", () => {
    fc.assert(
      fc.property(shellish, (text) => {
        let before = -1;
        for (const command of toShellCommands(text)) {
          expect(command.start).toBeGreaterThanOrEqual(before);
          before = command.start;
          expect(command.end).toBeLessThanOrEqual(text.length);
          let at = command.start;
          for (const word of [...command.assignments, ...command.words]) {
            expect(word.start).toBeGreaterThanOrEqual(at);
            expect(word.end).toBeGreaterThan(word.start);
            expect(word.end).toBeLessThanOrEqual(command.end);
            expect(text.slice(word.start, word.end)).toBe(word.text);
            at = word.end;
          }
        }
      }),
      { ...seed, numRuns: 1_000 },
    );
  });

  test.each(["$(", "`", '"', "${", "((", "<<E\n", "a=(", "'", "\\", "a b;", "$((", "<<E "])(
    "%p a hundred thousand times has no more pieces than characters",
    (text) => {
      const long = text.repeat(100_000);
      expect(toShellPieces(long).length).toBeLessThanOrEqual(long.length);
      expect(toShellCommands(long).length).toBeLessThanOrEqual(long.length);
    },
  );
});
