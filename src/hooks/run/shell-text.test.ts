// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell and script text is what this is about
import { describe, expect, test } from "bun:test";
import { quoteReferences, toPowerShell } from "./shell-text.ts";

describe("S2.18 references without quotes get them", () => {
  test.each([
    ["cat $FILE", 'cat "$FILE"'],
    ["cat ${FILE}", 'cat "${FILE}"'],
    ['cat "$FILE"', 'cat "$FILE"'],
    ['cat "a $FILE b" $TOOL', 'cat "a $FILE b" "$TOOL"'],
    ["cat '$FILE'", "cat '$FILE'"],
    ["cat \\$FILE", "cat \\$FILE"],
    ["cat $FILES $HOME", "cat $FILES $HOME"],
    ["cat ${FILE##*/}", 'cat "${FILE##*/}"'],
    ["cat ${FILE:-{a}}", 'cat "${FILE:-{a}}"'],
    ["echo ${X:-$FILE}", 'echo ${X:-"$FILE"}'],
    ["X=$FILE; cat $X", 'X="$FILE"; cat $X'],
    ['echo "$(cat $FILE)"', 'echo "$(cat "$FILE")"'],
    ['echo "$(cat "$FILE")" $FILE', 'echo "$(cat "$FILE")" "$FILE"'],
    ['echo "`cat $FILE`"', 'echo "`cat "$FILE"`"'],
    ["echo $(cat $(echo $FILE)) $FILE", 'echo $(cat $(echo "$FILE")) "$FILE"'],
    ["true # don't\ncat $FILE", 'true # don\'t\ncat "$FILE"'],
    ["echo a#'b $FILE'", "echo a#'b $FILE'"],
    ["cat <<EOF\nit's $FILE\nEOF\ncat $FILE", 'cat <<EOF\nit\'s $FILE\nEOF\ncat "$FILE"'],
    ["cat <<-'E'\n\t$FILE\n\tE\ncat $FILE", "cat <<-'E'\n\t$FILE\n\tE\ncat \"$FILE\""],
    ["cat <<< $FILE", 'cat <<< "$FILE"'],
    ["$CLAUDE_PROJECT_DIR/run.sh $FILE", '"$CLAUDE_PROJECT_DIR"/run.sh "$FILE"'],
    ["sh -c 'cat \"$1\"' _ $FILE", 'sh -c \'cat "$1"\' _ "$FILE"'],
    ["bash -c 'cat \"$FILE\"'", "bash -c 'cat \"$FILE\"'"],
    ["eval x; cat $FILE", 'eval x; cat "$FILE"'],
    ["tar -c $FILE", 'tar -c "$FILE"'],
    ["node check.js $FILE; node -e 0 $FILE", 'node check.js "$FILE"; node -e 0 "$FILE"'],
    ["echo $((1+2)) $FILE", 'echo $((1+2)) "$FILE"'],
    ["cat $", "cat $"],
    ["cat '$FILE", "cat '$FILE"],
  ])("S2.18 %s", (command, expected) => {
    expect(quoteReferences(command)).toBe(expected);
  });
});

describe("S2.18 where a value would run as code the command is refused", () => {
  test.each([
    'sh -c "cat $FILE"',
    "sh -c $COMMAND",
    '/bin/bash -lc "$COMMAND"',
    "eval $COMMAND",
    'eval "x $FILE"',
    'x | eval "$FILE"',
    'sh -c "$(echo $FILE)"',
    "echo $(($FILE + 1))",
    "echo $((FILE))",
    "echo ${!FILE}",
    "python3 -c \"print('$FILE')\"",
    "node --eval \"f('$FILE')\"",
    "find . | xargs perl -pe s/x/$TOOL/",
    "env X=1 /usr/bin/bun -e $COMMAND",
  ])("S2.18 %s", (command) => {
    expect(() => quoteReferences(command)).toThrow(/could run/);
  });
});

describe("S2.18 on Windows PowerShell takes them from the environment", () => {
  test.each([
    ["cat $FILE", "cat ${env:FILE}"],
    ['cat "${FILE}x"', 'cat "${env:FILE}x"'],
    ["cat '$FILE' $TOOL", "cat '$FILE' ${env:TOOL}"],
    ['cat "it\'s $FILE"', 'cat "it\'s ${env:FILE}"'],
    ["cat `$FILE $FILES", "cat `$FILE $FILES"],
  ])("S2.18 %s", (command, expected) => {
    expect(toPowerShell(command)).toBe(expected);
  });
});

test("a comment sign at the very end is read like any other character", () => {
  expect(quoteReferences("cat $FILE #")).toBe('cat "$FILE" #');
  expect(quoteReferences("cat $FILE#")).toBe('cat "$FILE"#');
});

test("a reference in the default of another variable is quoted, and refused inside code", () => {
  expect(quoteReferences("cat ${OTHER:-$FILE}")).toBe('cat ${OTHER:-"$FILE"}');
  expect(() => quoteReferences("sh -c ${OTHER:-$FILE}")).toThrow("could run");
  expect(() => quoteReferences("echo ${OTHER:-$(eval $FILE)}")).toThrow("could run");
  expect(() => quoteReferences(`echo ${"${A:-".repeat(5_000)}$FILE`)).toThrow("too deep");
});
