/** `pawl team` as two members type it, on a real PostgreSQL: what each command prints, changes and refuses. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Provenance } from "../../src/memory/records/memory.ts";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { homeAt } from "../../src/platform/paths.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { TEAM_SCHEMA } from "../../src/team/server/team-functions.ts";
import { openCli } from "../cli-call.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../postgres.ts";

describe.skipIf(hasNoPostgres())("pawl team", () => {
  let server: Postgres;
  let cli: Awaited<ReturnType<typeof openCli>>;
  /** Each has a home of their own on this machine; the project is the same. */
  const as = (name: string) => {
    process.env.PAWL_HOME = join(cli.root, name);
    mkdirSync(process.env.PAWL_HOME, { recursive: true });
  };
  const run = (...args: string[]) => cli.run("team", ...args);
  const text = async (...args: string[]) =>
    (await cli.text("team", ...args))
      .replaceAll(/\d{4}-\d\d-\d\d( \d\d:\d\d)?/g, "<time>")
      .replaceAll(String(server.port), "<port>");
  const json = (...args: string[]) => cli.json("team", ...args);
  async function stored<T>(use: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore(homeAt(process.env.PAWL_HOME ?? ""));
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  }
  const remember = (uri: string, content: string, provenance?: Provenance) =>
    stored((store) =>
      memoriesIn(store).saveMemory({
        uri,
        project: cli.project,
        content,
        origin: "user",
        redaction: 1,
        author: "user",
        at: Date.now(),
        ...(provenance === undefined ? {} : { provenance }),
      }),
    );
  const contents = () =>
    stored(async (store) =>
      (await memoriesIn(store).memories({ project: cli.project, limit: 100 }))
        .map(({ content }) => content)
        .sort(),
    );
  let invitation = "";

  beforeAll(async () => {
    server = await startPostgres();
    cli = await openCli();
  });
  afterAll(async () => {
    cli?.[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });

  test("without a team every action but create and join says so; what is missing is asked for", async () => {
    as("ann");
    for (const action of ["status", "members", "sync", "log", "outbox", "doctor"])
      expect([action, (await run(action)).exitCode]).toEqual([action, 1]);
    for (const args of [
      ["create"],
      ["join"],
      ["invite"],
      ["invite", " "],
      ["remove"],
      ["share"],
      ["share", "maybe"],
      ["toString"],
    ])
      expect([args, (await run(...args)).exitCode]).toEqual([args, 2]);
  });

  test("one creates it and is its maintainer; a second one on the same machine is refused", async () => {
    expect(await text("create", server.url, "--name", "Ann")).toMatchInlineSnapshot(
      `"Created the team. You are Ann, its maintainer. Next: pawl team share on, pawl team invite NAME."`,
    );
    expect((await run("create", server.url)).exitCode).toBe(1);
    expect(await text("status")).toMatchInlineSnapshot(`
      "you are             Ann 127.0.0.1:<port>/team
      encrypted           no
      last synchronised   never
      waiting to be sent  0
      conflicts           0
      shared records      0
      No project is shared yet. In a project: pawl team share on."
    `);
    expect(await json("status")).toMatchObject({
      member: "Ann",
      encrypted: false,
      shared: [],
      pending: 0,
      records: 0,
    });
  });

  test("an unshared project shows what would leave; a project without a name needs one", async () => {
    await remember("project://lint", "Lint before a commit.");
    // Neither the user's own nor the client's files leave by sharing a project.
    await remember("user://style", "Tabs.");
    await remember("client://crm", "The list is in crm/.", {
      client: { path: "/crm.md", hash: "h", mtimeMs: 1, size: 1, type: "project" },
    });
    expect(await text("outbox")).toMatchInlineSnapshot(`
      "Not shared. Sharing it would send 1 record:
        memory  project://lint: Lint before a commit."
    `);
    expect(await json("outbox")).toMatchObject({ shared: false, outbox: [{ kind: "memory", op: "put" }] });
    expect((await run("share", "on")).error).toContain("--as NAME");
    expect((await run("share", "off")).exitCode).toBe(1);
    expect((await run("share", "on", "--with", "Mia")).exitCode).toBe(1);
  });

  test("an excluded folder is not shared", async () => {
    await cli.run("exclude", ".");
    expect((await run("share", "on", "--as", "shop")).error).toContain("is excluded");
    await cli.run("exclude", ".", "--remove");
  });

  test("shared, it goes out with the next synchronisation", async () => {
    expect(await text("share", "on", "--as", "shop")).toMatchInlineSnapshot(
      `
      "Members who can read named:shop: Ann.
      named:shop is shared. 1 record will go out; pawl team outbox shows them, pawl team share off stops it."
    `,
    );
    expect(await text("outbox")).toMatchInlineSnapshot(`
      "1 record will go out with the next synchronisation:
        memory  project://lint: Lint before a commit."
    `);
    expect(await json("status")).toMatchObject({
      shared: [{ folder: cli.project, project: "named:shop" }],
      pending: 1,
    });
    expect(await text("sync")).toBe("Sent 1, received 0, 0 conflicts.");
    expect(await json("sync")).toMatchObject({ pushed: 0, pulled: 0, conflicts: 0 });
    expect(await text("outbox")).toBe("Nothing is waiting to be sent.");
    expect(await json("status")).toMatchObject({ pending: 0, records: 1, lastSyncAt: expect.any(Number) });
  });

  test("a member is invited with a role, joins once, and is listed", async () => {
    expect((await run("invite", "Mia", "--role", "king")).exitCode).toBe(2);
    expect((await run("invite", "Mia", "--days", "0")).exitCode).toBe(2);
    const { stdout } = await run("invite", "Mia", "--days", "3");
    expect(stdout).toContain("Give this to Mia over a safe channel. It works once, within 3 days:");
    expect(stdout).toContain("it works on this machine only.");
    invitation = /pawl team join (\S+)/.exec(stdout)?.[1] ?? "";
    expect(await text("members")).toMatchInlineSnapshot(`
      "Ann  maintainer  since <time>, 1 project in common
      Mia  writer      invited, until <time>"
    `);
    as("mia");
    expect(await text("join", invitation)).toMatchInlineSnapshot(
      `"Joined as Mia. Next, in a project: pawl team share on."`,
    );
    expect((await run("join", invitation)).error).toContain("in a team already, as Mia");
    as("third");
    expect((await run("join", invitation)).exitCode).toBe(1);
    as("ann");
    expect(await json("members")).toMatchObject({
      members: [
        { name: "Ann", role: "maintainer", projects: 1, joinedAt: expect.any(Number) },
        { name: "Mia", role: "writer", joinedAt: expect.any(Number) },
      ],
    });
  });

  test("what one shares reaches the other, with the author's name", async () => {
    as("mia");
    expect(await text("share", "on", "--as", "shop")).toContain(
      "named:shop is shared. 0 records will go out",
    );
    expect(await text("sync")).toBe("Sent 0, received 1, 0 conflicts.");
    expect(await contents()).toEqual(["Lint before a commit."]);
    expect((await cli.json("memory", "show", "project://lint")).provenance).toMatchObject({
      team: { author: "Ann" },
    });
  });

  test("with review on, a record waits until a second person accepts or rejects it", async () => {
    as("ann");
    expect(await text("review")).toBe("Nothing is waiting for review.");
    expect(await text("review", "on")).toMatchInlineSnapshot(
      `"Review is on: shared records wait for a second person."`,
    );
    as("mia");
    await remember("project://tabs", "Use tabs.");
    await remember("project://semi", "No semicolons.");
    await run("sync");
    as("ann");
    await run("sync");
    expect(await contents()).not.toContain("Use tabs.");
    const { waiting } = (await json("review")) as { waiting: { id: string; text: string; author: string }[] };
    expect(waiting.map(({ author, text: line }) => `${author}: ${line}`).sort()).toEqual([
      "Mia: project://semi: No semicolons.",
      "Mia: project://tabs: Use tabs.",
    ]);
    expect(
      (await text("review"))
        .split("\n")
        .map((line) => line.slice(8))
        .sort(),
    ).toEqual(["  Mia  memory  project://semi: No semicolons.", "  Mia  memory  project://tabs: Use tabs."]);
    const idOf = (part: string) => waiting.find((one) => one.text.includes(part))?.id ?? "";
    for (const args of [["accept"], ["accept", "nothing"], ["accept", ""]])
      expect([args, (await run("review", ...args)).exitCode]).toEqual([args, 1]);
    expect((await run("review", "maybe")).exitCode).toBe(2);
    expect(await text("review", "accept", idOf("tabs"))).toBe("Accepted. All members get Mia's record now.");
    expect(await json("review", "reject", idOf("semi").slice(0, 8))).toMatchObject({ accepted: false });
    await run("sync");
    expect(await contents()).toContain("Use tabs.");
    expect(await contents()).not.toContain("No semicolons.");
    expect(await json("review", "off")).toEqual({ review: false });
  });

  test("what was done is in the log, newest first, as many as asked for", async () => {
    const { log } = (await json("log")) as { log: { member: string; action: string; at: number }[] };
    expect(log.length).toBeGreaterThan(3);
    expect([...log].sort((a, b) => b.at - a.at)).toEqual(log);
    expect(((await json("log", "--limit", "2")).log as unknown[]).length).toBe(2);
    const [newest] = log;
    expect(await text("log", "--limit", "1")).toStartWith(`<time>  ${newest?.member}  ${newest?.action}`);
  });

  test("the doctor finds nothing where nothing is wrong, and names a conflict and a lost project", async () => {
    const well = (await text("doctor"))
      // The server answers a moment later, and its tables change with time.
      .replace(/differ by \d+ seconds?/, "differ by <n> seconds")
      .replaceAll(`version ${TEAM_SCHEMA}, this Pawl ${TEAM_SCHEMA}.`, "version <v>, this Pawl <v>.");
    expect(well).toMatchInlineSnapshot(`
      "✓ 127.0.0.1:<port>/team answers.
      ✓ The database has version <v>, this Pawl <v>.
      ✓ The clocks differ by <n> seconds.
      ✓ You may create roles for new members.
      ✓ All shared projects are open to you.
      ✓ The connection is made with sslmode=disable.
      ✓ 0 records waiting to be sent, 0 conflicts."
    `);
    as("mia");
    const edit = async (name: string, content: string) => {
      as(name);
      await cli.run("memory", "edit", "project://lint", content);
    };
    await edit("ann", "Ann's words.");
    await edit("mia", "Mia's words.");
    as("ann");
    await run("sync");
    as("mia");
    expect(await text("sync")).toBe("Sent 1, received 1, 1 conflict.");
    const sick = await json("doctor");
    expect(sick.ok).toBe(false);
    expect(
      (sick.checks as { name: string; ok: boolean }[]).filter(({ ok }) => !ok).map(({ name }) => name),
    ).toEqual(["outbox"]);
    expect((sick.checks as { name: string }[]).map(({ name }) => name)).not.toContain("roles");
    expect((await run("doctor")).exitCode).toBe(1);
    expect((await run("doctor")).stdout).toContain(
      "✗ 0 records waiting to be sent, 1 conflict.\n  Edit one of the two",
    );
    as("ann");
    expect(await text("share", "off", "--with", "Mia")).toBe("Mia has no access to this project any more.");
    as("mia");
    expect((await run("doctor")).stdout).toContain(`✗ No access to the project of ${cli.project}.`);
    as("ann");
    expect(await text("share", "on", "--with", "Mia")).toBe("Mia has access to this project.");
    as("mia");
    expect((await run("doctor")).stdout).toContain("✓ All shared projects are open to you.");
  });

  test("forgetting is announced in the outbox", async () => {
    as("ann");
    await cli.run("forget", "--uri", "project://tabs", "--yes");
    expect(await text("outbox")).toMatch(
      /^1 record will go out with the next synchronisation:\n {2}- {2}forgets \w+$/,
    );
    await run("sync");
    as("mia");
    await run("sync");
    expect(await contents()).not.toContain("Use tabs.");
  });

  test("a folder that is no longer shared sends nothing more", async () => {
    as("mia");
    expect(await text("share", "off")).toMatchInlineSnapshot(
      `"~/project is no longer shared. The others keep what they already received."`,
    );
    await remember("project://mine", "Mine alone.");
    await run("sync");
    as("ann");
    await run("sync");
    expect(await contents()).not.toContain("Mine alone.");
  });

  test("a member is removed by name, whatever its case, and an unknown one is refused", async () => {
    expect((await run("remove", "Nobody", "--yes")).error).toContain("no member called Nobody");
    expect(await text("remove", "mia", "--yes")).toBe("Removed mia.");
    expect((await json("members")).members).toMatchObject([{ name: "Ann" }]);
    as("mia");
    expect((await run("sync")).exitCode).toBe(1);
    expect((await json("status")).error).toBeString();
    expect((await run("status")).stdout).toContain("No project is shared yet.");
  });

  test("leaving keeps what was shared here, and the server is told where it can be", async () => {
    as("mia");
    expect(await json("leave")).toEqual({ left: true, server: false });
    expect((await run("status")).exitCode).toBe(1);
    expect((await contents()).length).toBeGreaterThan(0);
  });
});
