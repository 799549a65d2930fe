/**
 * Ways past a file gate, each played as a model would: a call that the gate's matcher does not catch is run by a real shell.
 * Nothing may appear in `secrets/`. (`test/full/gate-ways.test.ts` plays all of them in the real clients.)
 */
import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileMatcher } from "../../src/hooks/matcher/matcher.ts";
import ways from "../fixtures/hooks/ways.json";
import secondHand from "../fixtures/hooks/ways-second-hand.json";

const gate = compileMatcher('tool_input.file_path matches "secrets/**"', { gate: true });
/** Named as open: an awk program that joins a name. */
const OTHER_LANGUAGE = "awk-program-file";
/** Changes the gate's own file, which trust notices: played in `test/full/gate-ways.test.ts`. */
const CHANGES_THE_GATE = "config-loosened-with-sed-i";
const FILE_WAYS = [...ways, ...secondHand].filter(
  ({ kind, name }) =>
    (kind === "script" || kind === "patch" || kind === "unknown") &&
    name !== OTHER_LANGUAGE &&
    name !== CHANGES_THE_GATE,
);

const refuses = (project: string, command: string) =>
  gate(
    { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command }, cwd: project },
    { projectDir: project },
  );

/** Runs what the gate lets through; how many calls were refused. */
function play(project: string, calls: readonly string[]): number {
  let refused = 0;
  for (const command of calls) {
    if (refuses(project, command)) refused++;
    else
      Bun.spawnSync(["bash", "-c", command], {
        cwd: project,
        env: { PATH: process.env.PATH ?? "", HOME: project },
        timeout: 10_000,
      });
  }
  return refused;
}

function inProject<T>(act: (project: string) => T): T {
  const project = realpathSync(mkdtempSync(join(tmpdir(), "pawl-ways-")));
  mkdirSync(join(project, "secrets"));
  mkdirSync(join(project, ".claude"));
  mkdirSync(join(project, "src"));
  writeFileSync(join(project, ".claude", "pawl.json"), "{}");
  try {
    return act(project);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

describe("nothing gets into the gated folder by", () => {
  test.each(FILE_WAYS.map(({ kind, name, calls }) => [`${kind}: ${name}`, calls] as const))(
    "%s",
    (_, calls) => {
      inProject((project) => {
        expect(play(project, calls)).toBeGreaterThan(0);
        expect(readdirSync(join(project, "secrets"))).toEqual([]);
      });
    },
  );
});

/** Everyday calls beside the gate: what it refuses too much would be switched off. Only asked about, never run. */
test.each([
  "npm test",
  "git commit -m \"$(cat <<'E'\nFix\nE\n)\"",
  "for f in src/*.ts; do wc -l $f; done",
  "mkdir -p dist && cp src/a.ts dist/$USER.ts",
  "d=$(mktemp -d); cd $d && git init -q && touch a && rm -rf $d",
  "docker run -v $(pwd):/app node:22 npm ci",
  "kill $(pgrep -f server)",
  "cat $(git ls-files | head -1)",
  "git apply <<'E'\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\nE",
  "tar -czf a.tgz src",
  "find . -name '*.log' -delete",
  "find src -name '*.ts' | xargs sed -i s/a/b/",
  "cp package.json /tmp/x && npm install",
  "chmod +x src/a.sh && ./src/a.sh",
  "git commit -qm 'x' && git push",
  "tar -xzf a.tgz -C /tmp/x",
])("%j is let through", (command) => {
  inProject((project) => expect(refuses(project, command)).toBe(false));
});

/** docs/hooks.md names it: who runs code of another language can make a path in it. */
test.each([
  ["python", [`python3 -c "open('sec' + 'rets/k', 'w')"`]],
  ["awk", secondHand.find(({ name }) => name === OTHER_LANGUAGE)?.calls ?? []],
] as const)("open: code in another language that builds the path: %s", (_, calls) => {
  inProject((project) => {
    play(project, calls);
    expect(readdirSync(join(project, "secrets"))).toHaveLength(1);
  });
});
