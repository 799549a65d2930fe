/**
 * Ways past a file gate by what the shell and its programs can do: here-strings, wrappers in front of a program, settings that name
 * one, lists that a pipe hands on. Each is played as a model would; nothing in `secrets/` may change.
 */
import { expect, test } from "bun:test";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileMatcher } from "../../src/hooks/matcher/matcher.ts";
import ways from "../fixtures/hooks/ways-shell.json";

const gate = compileMatcher('tool_input.file_path matches "secrets/**"', { gate: true });

const refuses = (cwd: string, command: string) =>
  gate(
    { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, cwd },
    { projectDir: cwd },
  );

function inProject<T>(act: (project: string) => T): T {
  const project = realpathSync(mkdtempSync(join(tmpdir(), "pawl-ways-")));
  for (const folder of ["secrets", "src", ".claude"]) mkdirSync(join(project, folder));
  writeFileSync(join(project, "src", "a.txt"), "x\n");
  writeFileSync(join(project, "secrets", "seed"), "s\n");
  try {
    return act(project);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

test.each(ways.map(({ name, calls }) => [name, calls] as const))("held: %s", (_, calls) => {
  inProject((project) => {
    const env = { PATH: process.env.PATH ?? "", HOME: project };
    const passed = calls.filter((command) => {
      const isRefused = refuses(project, command);
      if (!isRefused) Bun.spawnSync(["bash", "-c", command], { cwd: project, env, timeout: 10_000 });
      return !isRefused;
    });
    expect(passed.length).toBeLessThan(calls.length);
    expect(readdirSync(join(project, "secrets"))).toEqual(["seed"]);
    expect(readFileSync(join(project, "secrets", "seed"), "utf8")).toBe("s\n");
  });
});

/** Only asked about, never run. */
test.each([
  "npm install && npm run build",
  "if [ -f a ]; then nice make -j4; fi",
  "find src -name '*.ts' | xargs -n 10 sed -i s/a/b/",
  "find . -name '*.log' | xargs rm -f",
  "git ls-files | xargs -I{} cp {} /tmp/out/{}",
  "env A=b timeout 5 node -e 'console.log(1)'",
  'cat <<< "$(git log -1)"',
  "sort -o src/a.txt src/a.txt",
  "tar -czf backup-$(date +%F).tgz src",
  "curl -sS https://example.com/x.json -o /tmp/x.json",
  "f=src/a.ts; cp $f ${f%.ts}.js",
  "git commit -m \"$(printf 'a\\nb')\"",
  "git config user.name 'Some One'",
  "sed -i 's/x/y/' src/a.txt",
])("let through: %s", (command) => {
  inProject((project) => expect(refuses(project, command)).toBe(false));
});
