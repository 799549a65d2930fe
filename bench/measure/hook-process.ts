/**
 * `pawl hook` from spawn to exit, as installed by `pawl install`, compared with a runtime that starts and does
 * nothing.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createScratch } from "../../test/e2e/harness/scratch.ts";
import { createPawl, type Pawl } from "../../test/e2e/pawl.ts";
import { postToolUse, SESSIONS, sessionStart, stop, userPrompt } from "../events.ts";
import { installedCommand } from "../installed-command.ts";
import { interleave, median, percentile } from "../statistics.ts";
import { ms, type Row, times } from "../table.ts";

interface Spawned {
  name: string;
  command: string[];
  stdin(i: number): string;
  /** Must occur in the output: a hook that does nothing is fast too. */
  prints?: string;
}

const BUN = "`bun -e 0`";
const WARM_UP = 3;

export async function measureHookProcess({ times: count }: { times: number }): Promise<Row[]> {
  await using scratch = await createScratch({ git: true });
  await using pawl = await createPawl(scratch);
  for (const args of [["install"], ["up"]]) await pawl.run(args);
  const { project, home } = scratch;
  // Both projects have a history. One gets prompts, the other session starts; the prompts are not related to the
  // latter.
  const asked = join(scratch.root, "asked");
  await mkdir(join(asked, ".git"), { recursive: true });
  for (const folder of [project, asked]) await rememberSessions(pawl, folder);
  const prompt = (i: number) => userPrompt(i, asked, "bench-prompts");
  const variants: Spawned[] = [
    { name: BUN, command: [process.execPath, "-e", "0"], stdin: prompt },
    { name: "`node -e 0`", command: ["node", "-e", "0"], stdin: prompt },
    {
      name: "`pawl hook`, UserPromptSubmit",
      command: await installedCommand(home, "UserPromptSubmit"),
      stdin: prompt,
    },
    {
      name: "`pawl hook`, SessionStart",
      command: await installedCommand(home, "SessionStart"),
      stdin: (i) => sessionStart(project, `bench-start-${i}`),
      prints: "<pawl-context>",
    },
  ];
  // As the client starts it: PAWL_HOME is not in a session's environment, the command names the home.
  const env = { PATH: process.env.PATH ?? "", HOME: home };
  const took = await spawnInTurn(variants, { count, cwd: project, env });
  const { sessions } = await pawl.json<{ sessions: number }>(["status"]);
  if (sessions < count) throw new Error(`Pawl saw ${sessions} sessions start instead of ${count}`);

  const bun = median(took.get(BUN) ?? []);
  return variants.map(({ name }): Row => {
    const values = took.get(name) ?? [];
    const ratio = median(values) / bun;
    const isOurs = name.startsWith("`pawl");
    return {
      what: `process: ${name}`,
      median: ms(median(values)),
      p95: ms(percentile(values, 95)),
      compared: name === BUN ? "" : times(ratio, BUN),
      ...(isOurs && { limit: { value: ratio, most: 2.3, text: "≤ 2.3 ×" } }),
    };
  });
}

/** A project with a history: each session had a prompt, read five files and ended. */
export async function rememberSessions(pawl: Pawl, project: string): Promise<void> {
  const headers = { Authorization: `Bearer ${await pawl.token()}` };
  const post = (body: string) => fetch(`${pawl.url}/hook`, { method: "POST", headers, body });
  for (let i = 0; i < SESSIONS; i++) {
    const session = `${project}-${i}`;
    await post(userPrompt(i, project, session));
    for (let n = 0; n < 5; n++) await post(postToolUse(i + n * SESSIONS, project, session));
    await post(stop(i, project, session));
  }
}

/** Milliseconds from spawn to exit, by name. Nothing else runs in this process at the same time. */
async function spawnInTurn(
  variants: readonly Spawned[],
  options: { count: number; cwd: string; env: Record<string, string> },
): Promise<Map<string, number[]>> {
  const took = new Map<string, number[]>(variants.map(({ name }) => [name, []]));
  for (let i = 0; i < options.count + WARM_UP; i++) {
    for (const { name, command, stdin, prints = "" } of interleave(variants, i)) {
      const from = performance.now();
      // Not `spawnSync`, which gives the child files: clients connect a hook by sockets, as `spawn` does.
      const child = Bun.spawn(command, { ...options, stdin: "pipe", stdout: "pipe", stderr: "pipe" });
      const sent = send(child.stdin, stdin(i));
      const printed = new Response(child.stdout).text();
      const exitCode = await child.exited;
      const ms = performance.now() - from;
      await sent;
      if (exitCode !== 0) throw new Error(`${name} failed: ${await new Response(child.stderr).text()}`);
      if (!(await printed).includes(prints)) throw new Error(`${name} printed ${await printed}`);
      if (i >= WARM_UP) took.get(name)?.push(ms);
    }
  }
  return took;
}

/** One that reads nothing may have ended before. */
export async function send(input: Bun.FileSink, text: string): Promise<void> {
  try {
    input.write(text);
    await input.end();
  } catch {
    // What it does not read it does not need.
  }
}
