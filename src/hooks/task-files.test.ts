/** What `make`, `npm run` and `python -m` run. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { toMeaning } from "./paths/shell-meaning.ts";
import { taskFiles } from "./task-files.ts";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-tasks-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), text);
  return join(dir, file);
};
const of = (command: string, { cwd = dir, isOurs = (_: string): boolean => true } = {}) =>
  taskFiles(toMeaning(command, { cwd })[0] ?? { run: [], variables: new Map() }, cwd, isOurs);
const nothing = (cwd = dir) => ({ files: [], commands: [], cwd, unpinned: [] as string[] });

describe("make", () => {
  test("runs the commands of its file, and of those that it includes", () => {
    const file = write(
      "Makefile",
      "all: x\n\t@echo one\n\t-rm two\ninclude more.mk\n-include other.mk\nexport A\n",
    );
    expect(of("make all")).toEqual({
      files: [file, join(dir, "more.mk"), join(dir, "other.mk")],
      commands: expect.arrayContaining(["echo one", "rm two"]),
      cwd: dir,
      unpinned: [],
    });
    expect(of("make", { isOurs: (each) => !each.endsWith("more.mk") }).files).toEqual([
      file,
      join(dir, "other.mk"),
    ]);
    const better = write("GNUmakefile", "x:\n\tthree\n");
    expect(of("A=b env /usr/bin/gmake x")).toMatchObject({
      files: [better],
      commands: expect.arrayContaining(["three"]),
    });
  });

  test("reads another folder or file where it is told to", () => {
    const there = write("sub/Makefile", "x:\n\tthere\n");
    const named = write("sub/own.mk", "x:\n\town\n");
    expect(of("make -C sub x")).toMatchObject({
      files: [there],
      commands: expect.arrayContaining(["there"]),
      cwd: join(dir, "sub"),
    });
    expect(of("make --directory sub --file own.mk")).toMatchObject({
      files: [named],
      commands: expect.arrayContaining(["own"]),
    });
    expect(of("make -f sub/own.mk")).toMatchObject({ files: [named], cwd: dir });
  });

  test("reads what MAKEFILES names, with a file of its own or without", () => {
    const more = write("more.mk", "y:\n\tmore\n");
    expect(of("MAKEFILES=more.mk make")).toMatchObject({
      files: [more],
      commands: expect.arrayContaining(["more"]),
    });
    const file = write("Makefile", "x:\n\tone\n");
    expect(of("MAKEFILES=more.mk make")).toMatchObject({
      files: [file, more],
      commands: expect.arrayContaining(["one", "more"]),
    });
  });

  test("without a file of ours is not known", () => {
    const unknown = { ...nothing(), unpinned: ["make"] };
    expect(of("make")).toEqual(unknown);
    write("Makefile", "x:\n\tone\n");
    expect(of("make", { isOurs: () => false })).toEqual(unknown);
    expect(of("make -f gone.mk")).toEqual({ ...nothing(), files: [join(dir, "gone.mk")] });
  });
});

describe("a package's script", () => {
  let file: string;
  beforeEach(() => {
    file = write(
      "package.json",
      JSON.stringify({
        scripts: {
          prebuild: "before",
          build: "make it",
          postbuild: "after",
          test: "jest",
          odd: 7,
          start: "serve",
        },
      }),
    );
  });
  const runs = (...commands: string[]) => ({ files: [file], commands, cwd: dir, unpinned: [] });

  test.each([
    ["npm run build", ["before", "make it", "after"]],
    ["npm run-script --silent build", ["before", "make it", "after"]],
    ["pnpm run test", ["jest"]],
    ["npm test", ["jest"]],
    ["bun run test", ["jest"]],
    ["npm start", ["serve"]],
    ["yarn build", ["before", "make it", "after"]],
    ["nice npm test", ["jest"]],
  ])("%j runs %j", (command, commands) => {
    expect(of(command)).toEqual(runs(...commands));
    mkdirSync(join(dir, "sub"), { recursive: true });
    expect(of(command, { cwd: join(dir, "sub") })).toEqual(runs(...commands));
  });

  test.each(["npm build", "npm run", "npm run gone", "npm run odd", "npm", "npm install test", "bun x.ts"])(
    "%j runs none",
    (command) => {
      expect(of(command)).toEqual(nothing());
    },
  );

  test("of a file that is not ours, missing or damaged is nothing", () => {
    expect(of("npm test", { isOurs: () => false })).toEqual(nothing());
    for (const text of ["{", "null", "{}", '{"scripts":null}', '{"scripts":"x"}']) {
      write("package.json", text);
      expect(of("npm test")).toEqual(nothing());
    }
  });
});

test("a module of ours is a file; another one is installed somewhere", () => {
  const file = write("tool.py", "");
  expect(of("python3 -m tool x")).toEqual({ ...nothing(), files: [file] });
  expect(of("pypy -Im tool")).toEqual({ ...nothing(), files: [file] });
  const installed = { ...nothing(), unpinned: ["python -m tool (an installed module)"] };
  expect(of("python -m tool", { isOurs: () => false })).toEqual(installed);
  rmSync(file);
  expect(of("python3.12 -m tool")).toEqual(installed);
  expect(of("python tool.py")).toEqual(nothing());
});

test("other programs with tasks of their own are not known, and ordinary ones have none", () => {
  expect(of("cargo build --release")).toEqual({ ...nothing(), unpinned: ["cargo build --release"] });
  expect(of("./gradlew test")).toEqual({ ...nothing(), unpinned: ["./gradlew test"] });
  expect(of("ls -l")).toEqual(nothing());
  expect(of("cargo-watch x")).toEqual(nothing());
});
