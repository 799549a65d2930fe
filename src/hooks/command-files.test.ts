// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text is what this is about
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesInCommand } from "./command-files.ts";

let project: string;

beforeAll(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "pawl-command-files-")));
  await mkdir(join(project, "tools"));
  for (const name of ["run.sh", "data.txt", "out.txt", "a.ts", "tools/lint.js", "tools/hook.js", "check.py"])
    await writeFile(join(project, name), "");
  await writeFile(join(project, "tools/bin"), "");
  await chmod(join(project, "tools/bin"), 0o755);
});

afterAll(() => rm(project, { recursive: true, force: true }));

test.each([
  ["./run.sh", ["run.sh"]],
  ["sh ./run.sh $FILE && bin/later -x", ["run.sh", "bin/later"]],
  ["bash -x run.sh data.txt", ["run.sh"]],
  ["bash -c 'cd x; ./run.sh'", ["run.sh"]],
  ["if ./run.sh; then node tools/lint.js a.ts; fi", ["run.sh", "tools/lint.js"]],
  ["FOO=1 env BAR=2 timeout 5 ./run.sh", ["run.sh"]],
  ["node --require ./tools/hook.js tools/lint.js a.ts", ["tools/hook.js", "tools/lint.js"]],
  ["node tools/lint.js --import ./tools/hook.js a.ts", ["tools/lint.js", "tools/hook.js"]],
  ["python3.12 check.py a.ts", ["check.py"]],
  ["/usr/bin/python3 check.py", ["check.py"]],
  ["bun run tools/lint.js", ["tools/lint.js"]],
  ["npx tsx tools/lint.js", ["tools/lint.js"]],
  ["echo $(./run.sh)", ["run.sh"]],
  ["cat data.txt | ./run.sh", ["run.sh"]],
  ["find . | xargs tools/bin", ["tools/bin"]],
  ["watch tools/bin", ["tools/bin"]],
  ["${CLAUDE_PROJECT_DIR}/run.sh", ["run.sh"]],
  ["sh <<'E'\n./run.sh\nE\nnode tools/lint.js", ["run.sh", "tools/lint.js"]],
  ["true\n./run.sh", ["run.sh"]],
  ["$WRAPPER ./run.sh", ["run.sh"]],
  ["./run.sh``", ["run.sh"]],
  ["sh -c \"sh -c './run.sh && node tools/lint.js'\"", ["run.sh", "tools/lint.js"]],
])("%s runs %p", (command, files) => {
  expect(filesInCommand(command, project)).toEqual(files.map((file) => join(project, file)));
});

test.each([
  "printf %s $FILE > out.txt",
  "npx biome format --write a.ts",
  "tsc -p data.txt",
  "cat < data.txt 2>> out.txt",
  "echo ./nothing",
  "sh ../outside.sh",
  "sh /etc/passwd",
  "sh *.sh",
])("%s runs no file of the project", (command) => {
  expect(filesInCommand(command, project)).toEqual([]);
});
