/** Another program has the port, or an older Pawl has it. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { homeAt } from "../../src/platform/paths.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "../e2e/pawl.ts";

const LIMIT = 180_000;

interface Doctor {
  ok: boolean;
  checks: { name: string; ok: boolean; message: string; fix: string | null }[];
}
const check = (doctor: Doctor, name: string) => doctor.checks.find((one) => one.name === name);

/** Another program on the port. It counts who connects; what it says, it says at once. */
async function takePort(port: number, says: string) {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket.on("error", () => undefined));
    if (says !== "") socket.end(says);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(port, "127.0.0.1", () => resolve());
  await promise;
  return {
    connections: () => connections,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const event = (pawl: Pawl, name: string, prompt: string) =>
  JSON.stringify({ hook_event_name: name, session_id: "s1", cwd: pawl.home, prompt, source: "startup" });

async function fire(pawl: Pawl, n: number): Promise<void> {
  const ran = await pawl.run(["hook"], { stdin: event(pawl, "UserPromptSubmit", `prompt ${n}`) });
  expect(ran).toEqual({ exitCode: 0, stdout: "{}", stderr: "" });
}

test.each([
  ["answers with its own words", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nmine"],
  ["accepts and never answers", ""],
])(
  "the port is used by a program that %s: hooks are fast once that is known, and doctor moves Pawl",
  async (_, says) => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    let hooks = 0;
    {
      using taken = await takePort(pawl.port, says);
      await fire(pawl, hooks++);
      // The daemon that the first hook started says so; from then on no hook asks the port at all (bench/port-taken.ts).
      const { trouble } = homeAt(pawl.home);
      expect(await eventually(() => existsSync(trouble))).toBe(true);
      expect(await Bun.file(trouble).json()).toMatchObject({ kind: "taken", port: pawl.port });
      const before = taken.connections();
      for (let i = 0; i < 5; i++) await fire(pawl, hooks++);
      expect(taken.connections()).toBe(before);
      const doctor = await pawl.json<Doctor>(["doctor"]);
      const name = readFileSync(`/proc/${process.pid}/cmdline`, "utf8").split("\0")[0]?.split("/").at(-1);
      expect(check(doctor, "port")?.message).toBe(`${pawl.port} is used by ${name} (process ${process.pid})`);
      expect(check(doctor, "port")?.fix).toContain("config.json");
      expect(check(doctor, "spool")?.message).toBe(`${hooks} events waiting for the daemon`);

      // Without the variable, as for a user: the port is in the settings.
      const own = { PAWL_PORT: "" };
      const fixed = await pawl.run(["doctor", "--fix", "--json"], { env: own });
      const after = JSON.parse(fixed.stdout) as Doctor;
      expect(check(after, "port")).toMatchObject({ ok: true });
      expect(check(after, "daemon")?.message).toContain("on port");
      const settings = readFileSync(join(scratch.home, ".claude", "settings.json"), "utf8");
      const { port } = (await Bun.file(join(pawl.home, "config.json")).json()) as { port: number };
      expect(port).not.toBe(pawl.port);
      expect(settings).toContain(`http://127.0.0.1:${port}/hook`);
      expect(settings).not.toContain(`:${pawl.port}/`);
      const all = async () => {
        const ran = await pawl.run(["session", "s1", "--json"], { env: own });
        return (
          ran.exitCode === 0 && (JSON.parse(ran.stdout) as { prompts: unknown[] }).prompts.length === hooks
        );
      };
      expect(await eventually(all)).toBe(true);
    }
  },
  LIMIT,
);

test(
  "after a daemon was killed, our hook sends nothing to another program on its port",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const [daemon, keeper] = [await pawl.pid(), await pawl.keeperPid()];
    process.kill(daemon, "SIGKILL");
    process.kill(keeper, "SIGKILL");
    const heard: string[] = [];
    expect(
      await eventually(
        async () => (await fetch(`${pawl.url}/api/health`).catch(() => undefined)) === undefined,
      ),
    ).toBe(true);
    using _stranger = Bun.serve({
      hostname: "127.0.0.1",
      port: pawl.port,
      async fetch(request) {
        heard.push(`${request.headers.get("authorization")} ${await request.text()}`);
        return Response.json({});
      },
    });
    await fire(pawl, 1);
    // The new daemon looks for a keeper there. It sends no token and no event.
    const tokens = ["token", "hook-token"].map((name) => readFileSync(join(pawl.home, name), "utf8").trim());
    expect(
      heard.filter((text) => text.includes("prompt") || tokens.some((token) => text.includes(token))),
    ).toEqual([]);
  },
  LIMIT,
);

test(
  "after an upgrade the older daemon is replaced when a session starts, and a newer one is not",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const file = join(pawl.home, "daemon.json");
    const pretend = (version: string) => {
      const info = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
      writeFileSync(file, JSON.stringify({ ...info, version }));
    };
    const before = await pawl.pid();
    pretend("99.0.0");
    await pawl.run(["hook"], { stdin: event(pawl, "SessionStart", "") });
    expect(await pawl.pid()).toBe(before);
    pretend("0.0.1");
    // Any other event is answered by the running daemon.
    await pawl.run(["hook"], { stdin: event(pawl, "UserPromptSubmit", "before") });
    expect(await pawl.pid()).toBe(before);
    // On a busy machine a hook may give up before the old one has ended: the next session tries again.
    const isReplaced = async () => {
      await pawl.run(["hook"], { stdin: event(pawl, "SessionStart", "") });
      const { pid } = await pawl.json<{ pid: number | null }>(["status"]);
      return pid !== null && pid !== before;
    };
    expect(await eventually(isReplaced)).toBe(true);
    const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
    expect(version).not.toBe("0.0.1");
    expect((await pawl.json<{ prompts: unknown[] }>(["session", "s1"])).prompts).toHaveLength(1);
  },
  LIMIT,
);
