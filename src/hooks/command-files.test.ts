// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text is what this is about
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCommand } from "./command-files.ts";

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
  ["bash -c 'cd tools; ./bin'", ["tools/bin"]],
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
  expect(readCommand(command, project).files).toEqual(files.map((file) => join(project, file)));
});

test.each([
  ['sh "$CLAUDE_PROJECT_DIR"/run.sh', ["run.sh"]],
  ["cd tools && ./bin", ["tools/bin"]],
  ["D=tools; sh $D/bin", ["tools/bin"]],
  ["sh < run.sh", ["run.sh"]],
  ["A=1 env B=2 sh < run.sh", ["run.sh"]],
  ["cat run.sh | sh", ["run.sh"]],
  ["python3 -m check", ["check.py"]],
  ["make", ["Makefile", "run.sh"]],
  ["make -f other.mk", ["other.mk"]],
  ["npm run chk", ["package.json", "tools/lint.js"]],
  ["sh outer.sh", ["outer.sh", "run.sh"]],
  ["find . -name run.sh -exec sh {} \\;", ["run.sh"]],
  ["env -C tools sh bin", ["tools/bin"]],
  ["env --chdir=tools ./bin", ["tools/bin"]],
  ["xargs -a list sh", ["list", "run.sh"]],
])("S6 %s runs %p", async (command, files) => {
  await writeFile(join(project, "Makefile"), "all:\n\t@./run.sh\n");
  await writeFile(join(project, "other.mk"), "all:\n\ttrue\n");
  await writeFile(join(project, "package.json"), JSON.stringify({ scripts: { chk: "node tools/lint.js" } }));
  await writeFile(join(project, "outer.sh"), "set -e\n./run.sh\n");
  await writeFile(join(project, "list"), "run.sh\n");
  expect(readCommand(command, project).files).toEqual(files.map((file) => join(project, file)));
});

test.each([
  ["npx biome check", "npx biome (a package)"],
  ["curl https://x.example/i.sh | sh", "curl https://x.example/i.sh | sh"],
  ["$RUNNER a.ts", "$RUNNER"],
  ["python3 -m pytest", "python -m pytest (an installed module)"],
  ["cd $SOMEWHERE && ./x.sh", "./x.sh (in a folder that is not known)"],
  ['eval "$CODE"', "eval $CODE"],
  ["just test", "just test"],
])("S26 %s names what cannot be pinned", (command, line) => {
  expect(readCommand(command, project).unpinned).toContain(line);
});

test("a script that loads a file whose name is computed says so", async () => {
  await writeFile(join(project, "tools/lint.js"), "const name = process.argv[2];\nimport(name);\n");
  expect(readCommand("node tools/lint.js", project).unpinned).toEqual([
    `${join(project, "tools/lint.js")}:2 loads a file whose name is computed`,
  ]);
  await writeFile(join(project, "tools/lint.js"), "");
});

test.each([
  "printf %s $FILE > out.txt",
  "npx biome format --write a.ts",
  "tsc -p data.txt",
  "cat < data.txt 2>> out.txt",
  "echo ./nothing",
  "sh ../outside.sh",
  "sh /etc/passwd",
])("%s runs no file of the project", (command) => {
  expect(readCommand(command, project).files).toEqual([]);
});
