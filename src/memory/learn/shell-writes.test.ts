import { expect, test } from "bun:test";
import { filesWrittenBy } from "./shell-writes.ts";

test.each([
  ["echo A=1 > .env", [".env"]],
  ["echo done >> log/run.txt", ["log/run.txt"]],
  ['cat > config.json <<\'EOF\'\n{"a": "b > c"}\nEOF', ["config.json"]],
  ["cat <<EOF > a.txt\nx\nEOF\necho y > b.txt", ["a.txt", "b.txt"]],
  ["npm test | tee -a out.log", ["out.log"]],
  ["sed -i 's/n: number/n: string/' a.ts b.ts", ["a.ts", "b.ts"]],
  ["cp .env.example .env && mv a.ts src/a.ts", [".env", "src/a.ts"]],
  ["touch x.ts y.ts", ["x.ts", "y.ts"]],
  ['echo hi > "notes.md"', ["notes.md"]],
])("%s writes", (command, files) => expect(filesWrittenBy(command)).toEqual(files));

test.each([
  "npm test 2>&1",
  "npm test > /dev/null 2>&1",
  'echo "a > b"',
  "grep -n '=> x' src/a.ts",
  "sed -n 1,5p a.ts",
  "[ 3 -gt 2 ] && ls",
  "git diff a.ts",
])("%s writes no file", (command) => expect(filesWrittenBy(command)).toEqual([]));
