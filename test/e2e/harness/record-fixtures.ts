/**
 * Records test/fixtures/events from real sessions: `bun test/e2e/harness/record-fixtures.ts`. Run it again when
 * the client's version changes, and read the diff: it shows what changed for us.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { HOOK_EVENTS } from "@anthropic-ai/claude-agent-sdk";
import { claudeBinary, createScratch } from "./client.ts";
import { HEADLESS } from "./record/headless.ts";
import { createIdNormaliser, normalisePaths } from "./record/normalise.ts";
import type { HookInput } from "./record/recorder.ts";
import { TERMINAL } from "./record/terminal.ts";
import { variantOf } from "./record/variant.ts";

const FOLDER = resolve(import.meta.dir, "../../fixtures/events");

interface Fixture {
  name: string;
  scenario: string;
  input: HookInput;
}

async function record(): Promise<Fixture[]> {
  const found = new Map<string, Fixture>();
  for (const scenario of [...HEADLESS, ...TERMINAL]) {
    await using scratch = await createScratch({ git: scenario.git === true });
    for (const raw of await scenario.run(scratch)) {
      const input = normalisePaths(raw, scratch);
      const variant = variantOf(input);
      const name = variant === undefined ? input.hook_event_name : `${input.hook_event_name}.${variant}`;
      // Keep the first of a kind: later scenarios only add what earlier ones could not show.
      if (!found.has(name)) found.set(name, { name, scenario: scenario.name, input });
    }
    console.log(`${scenario.name}: ${found.size} fixtures so far`);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function save(fixtures: Fixture[]): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const normaliseIds = createIdNormaliser();
  for (const { name, input } of fixtures) {
    await writeFile(join(FOLDER, `${name}.json`), `${JSON.stringify(normaliseIds(input), null, 2)}\n`);
  }
  await writeFile(join(FOLDER, "README.md"), describe(fixtures, await clientVersion()));
}

async function clientVersion(): Promise<string> {
  await using scratch = await createScratch();
  const env = { HOME: scratch.home };
  return Bun.spawnSync([claudeBinary(), "--version"], { env }).stdout.toString().trim();
}

function describe(fixtures: Fixture[], version: string): string {
  const events = new Set<string>(fixtures.map((fixture) => fixture.input.hook_event_name));
  const missing = HOOK_EVENTS.filter((event) => !events.has(event));
  const rows = fixtures.map(({ name, scenario }) => `| \`${name}.json\` | ${scenario} |`);
  return `# Hook inputs, recorded

Every file is the standard input of a \`command\` hook, recorded from a real session of ${version} against the
stand-in model by \`bun test/e2e/harness/record-fixtures.ts\` (which also wrote this page). A name is
\`<Event>.json\` or \`<Event>.<variant>.json\`.

Paths, ids, times, token counts and costs are replaced by stable ones; nothing else is changed. The same id in two files was
the same id in the session. What the model "said" is the script's, everything around it is the client's.

Events recorded: ${events.size} of ${HOOK_EVENTS.length}. ${
    missing.length === 0
      ? "None is written by hand."
      : `Not recorded, so without a file: ${missing.join(", ")}.`
  }

| file | scenario (\`test/e2e/harness/record/\`) |
|---|---|
${rows.join("\n")}
`;
}

await save(await record());
