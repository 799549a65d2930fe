/**
 * Copilot CLI reads a project's `.claude/settings.json`, and Gemini CLI takes it over (`gemini hooks migrate`). Both ignore
 * `args`. With the entries of version 0.2 they executed what stood in a prompt or a file; that is the control of each test.
 */
import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratch, type Scratch } from "../../e2e/harness/scratch.ts";
import { createPawl, type Pawl } from "../../e2e/pawl.ts";
import { type ModelTurn, startChatModel, startGeminiModel } from "./models.ts";
import { type ClientRan, installClient, runProgram } from "./program.ts";

const PROMPT = "Explain what $(touch by-prompt.txt) and `touch by-prompt.txt` do";
const TEXT = "Text with $(touch by-file-text.txt) in it\n";
const EXECUTED = /^by-/;
const LIMIT_MS = 600_000;

interface World {
  scratch: Scratch;
  pawl: Pawl;
  /** One session: the prompt, and a file that is written. */
  play(): Promise<ClientRan>;
}

test(
  "Copilot CLI executes nothing of an event, whatever has become of the launcher",
  async () => {
    const copilot = await installClient("copilot");
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const play = async () => {
      await using model = startChatModel(
        turns("create", { path: join(scratch.project, "notes.md"), file_text: TEXT }),
      );
      const env = {
        COPILOT_OFFLINE: "true",
        COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
        COPILOT_PROVIDER_API_KEY: "none",
        COPILOT_MODEL: "stub",
      };
      const args = ["-p", PROMPT, "--no-color", "--trust-folder", "--allow-tool=write"];
      return await runProgram([copilot, ...args], { cwd: scratch.project, home: scratch.home, env });
    };
    const world = { scratch, pawl, play };
    await pawl.run(["install", "--client", "claude", "--scope", "project"]);
    writeAsVersion02(world);
    await play();
    expect(executed(world)).not.toEqual([]);

    const { exitCode } = await pawl.run(["install", "--client", "claude", "--scope", "project"]);
    expect(exitCode).toBe(0);
    await expectHarmless(world);
  },
  LIMIT_MS,
);

test(
  "Gemini CLI executes nothing of an event after it has taken the entries over",
  async () => {
    const gemini = await installClient("gemini");
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const settings = join(scratch.project, ".gemini", "settings.json");
    mkdirSync(join(scratch.home, ".gemini"));
    const own = {
      security: { auth: { selectedType: "gemini-api-key" } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    };
    writeFileSync(join(scratch.home, ".gemini", "settings.json"), JSON.stringify(own));
    const run = async (args: string[], url = "http://127.0.0.1:1") => {
      const env = { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: "true" };
      return runProgram(["node", gemini, ...args], { cwd: scratch.project, home: scratch.home, env });
    };
    const migrate = async () => {
      rmSync(settings, { force: true });
      await run(["hooks", "migrate", "--from-claude"]);
      // It takes the seconds of Claude Code for milliseconds: no hook would come to anything.
      const text = readFileSync(settings, "utf8");
      writeFileSync(settings, text.replaceAll(/"timeout": (\d+)/g, '"timeout": $1000'));
    };
    const play = async () => {
      await using model = startGeminiModel(
        turns("write_file", { file_path: join(scratch.project, "notes.md"), content: TEXT }),
      );
      return await run(["-p", PROMPT, "-m", "gemini-2.5-pro", "--approval-mode", "yolo"], model.url);
    };
    const world = { scratch, pawl, play };
    await pawl.run(["install", "--client", "claude", "--scope", "project"]);
    writeAsVersion02(world);
    await migrate();
    await play();
    expect(executed(world)).not.toEqual([]);
    await pawl.run(["install", "--client", "claude", "--scope", "project"]);
    await migrate();
    expect(readFileSync(settings, "utf8")).toContain("--installed-by=pawl");
    await expectHarmless(world);
  },
  LIMIT_MS,
);

const turns = (name: string, args: Record<string, unknown>): ModelTurn[] => [
  { call: { name, args } },
  { text: "All is done." },
];

async function expectHarmless(world: World): Promise<void> {
  const { pawl, scratch } = world;
  const launcher = join(pawl.home, "hook");
  const states: [string, () => void][] = [
    ["there", () => undefined],
    ["not executable", () => chmodSync(launcher, 0o600)],
    ["gone", () => rmSync(launcher)],
  ];
  for (const [state, make] of states) {
    make();
    for (const file of readdirSync(scratch.project).filter(isMade)) rmSync(join(scratch.project, file));
    const ran = await world.play();
    expect([state, ran.exitCode, executed(world)]).toEqual([state, 0, []]);
    // The tool was not refused, and the turn went on to its end.
    expect([state, readdirSync(scratch.project)]).toEqual([state, expect.arrayContaining(["notes.md"])]);
    expect(ran.output).toContain("All is done.");
    expect(ran.output).not.toMatch(/hook.{0,40}(errored|failed)/i);
  }
  // Claude Code did not run.
  const { sessions } = await pawl.json<{ sessions: unknown[] }>(["sessions"]);
  expect(sessions).toEqual([]);
}

const isMade = (file: string) => EXECUTED.test(file) || file === "notes.md";

const executed = ({ scratch }: World) => readdirSync(scratch.project).filter((file) => EXECUTED.test(file));

/** The entries of `pawl install` as version 0.2 wrote them. */
function writeAsVersion02({ scratch, pawl }: World): void {
  const file = join(scratch.project, ".claude", "settings.json");
  const settings = JSON.parse(readFileSync(file, "utf8")) as {
    hooks: Record<string, { hooks: { command: string; args?: string[] }[] }[]>;
  };
  const launcher = join(pawl.home, "hook");
  const hooks = Object.values(settings.hooks).flatMap((groups) => groups.flatMap((group) => group.hooks));
  for (const hook of hooks) {
    const name = /([\w-]+); /.exec(hook.command)?.[1] ?? "";
    const own = [launcher, "--installed-by=pawl", "--home", pawl.home, name];
    hook.args = ["-c", '[ -x "$0" ] && . "$0"; exit 0', ...own];
    hook.command = "/bin/sh";
  }
  writeFileSync(file, JSON.stringify(settings, null, 2));
}
