/** `pawl hook` by hand, or from the user's own settings: exit code 0 for any arguments. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually } from "../e2e/pawl.ts";

const LIMIT = 180_000;
const prompt = (text: string) =>
  JSON.stringify({ hook_event_name: "UserPromptSubmit", session_id: "s", cwd: "/", prompt: text });

test(
  "S1.21 wrong usage of pawl hook does not exit with code 2, which would block the session",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    for (const args of [["a", "b"], ["--unknown"], ["--unknown=1", "observation"], ["--home"]]) {
      const ran = await pawl.run(["hook", ...args], { stdin: prompt(args.join(" ")) });
      expect({ args, code: ran.exitCode, stderr: ran.stderr }).toEqual({ args, code: 0, stderr: "" });
      expect(JSON.parse(ran.stdout)).toBeObject();
    }
    const { sessions } = await pawl.json<{ sessions: { prompts: number }[] }>(["sessions"]);
    expect(sessions).toMatchObject([{ prompts: 4 }]);
  },
  LIMIT,
);

test(
  "a relative home is relative to the working directory, for pawl hook as for every other command",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const relative = { PAWL_HOME: "own-home" };
    await pawl.run(["hook"], { stdin: prompt("here"), env: relative });
    expect(existsSync(join(scratch.project, "own-home", "token"))).toBe(true);
    expect(existsSync(resolve(import.meta.dir, "../../src/cli/own-home"))).toBe(false);
    // On a busy machine the daemon may start after the hook gave up: then it takes the event from the spool.
    const ids = async () => {
      const { stdout } = await pawl.run(["sessions", "--json"], { env: relative });
      return JSON.parse(stdout).sessions.map(({ id }: { id: string }) => id);
    };
    expect(await eventually(async () => (await ids()).length > 0)).toBe(true);
    expect(await ids()).toEqual(["s"]);
    await pawl.run(["down", "--all"], { env: relative });
  },
  LIMIT,
);

test(
  "S1.21 pawl hook works in a folder that was deleted during the session",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const bin = resolve(import.meta.dir, "../../bin/pawl");
    const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" hook';
    const child = Bun.spawn(["sh", "-c", script, bin], {
      cwd: scratch.project,
      env: pawl.env,
      stdin: new Blob([prompt("still here")]),
      stdout: "pipe",
    });
    expect(await new Response(child.stdout).text()).toBe("{}");
    expect(await child.exited).toBe(0);
  },
  LIMIT,
);

test.each([
  ["a page", 200, "<h1>welcome</h1>"],
  ["JSON that is not ours", 200, '{"continue":false,"stopReason":"no"}'],
  ["a refusal", 400, '{"error":"what?"}'],
  ["another user's Pawl", 401, '{"error":"token"}'],
] as const)(
  "%s from another program on the port of a killed daemon is not an answer: the event waits, and is sent there once",
  async (_what, status, body) => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const asked: string[] = [];
    const withToken: string[] = [];
    const stranger = Bun.serve({
      hostname: "127.0.0.1",
      port: pawl.port,
      fetch: ({ url, headers }) => {
        const path = new URL(url).pathname;
        asked.push(path);
        if (headers.has("authorization")) withToken.push(path);
        return new Response(body, { status });
      },
    });
    try {
      mkdirSync(pawl.home, { mode: 0o700 });
      const left = { pid: process.pid, port: pawl.port, version: "0.1.0", startedAt: 1 };
      writeFileSync(join(pawl.home, "daemon.json"), JSON.stringify(left));
      for (const file of ["token", "hook-token"]) writeFileSync(join(pawl.home, file), "0".repeat(64));
      const ran = await pawl.run(["hook", "session-start"], { stdin: prompt("hello") });
      expect(ran).toMatchObject({ exitCode: 0, stdout: "{}", stderr: "" });
      expect(readdirSync(join(pawl.home, "spool"))).toHaveLength(1);
      // A daemon that starts also looks who has the port; it shows its token to nobody.
      expect(asked.filter((path) => path === "/hook")).toHaveLength(1);
      expect(withToken).toEqual(["/hook"]);
    } finally {
      await stranger.stop(true);
    }
  },
  LIMIT,
);
