/** `pawl handoff` and the answers of `pawl team` for scripts, between two members on a real PostgreSQL. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { homeAt } from "../../src/platform/paths.ts";
import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import type { Store } from "../../src/store/store.ts";
import { teamIn } from "../../src/team/sql/index.ts";
import { openCli } from "../cli-call.ts";
import { asked } from "../contract/fixtures.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../postgres.ts";

describe.skipIf(hasNoPostgres())("pawl handoff through the team", () => {
  let server: Postgres;
  let cli: Awaited<ReturnType<typeof openCli>>;
  const as = (name: string) => {
    process.env.PAWL_HOME = join(cli.root, name);
    mkdirSync(process.env.PAWL_HOME, { recursive: true });
  };
  const run = (...args: string[]) => cli.run("team", ...args);
  const text = async (...args: string[]) =>
    (await cli.text("team", ...args)).replaceAll(/\d{4}-\d\d-\d\d( \d\d:\d\d)?/g, "<time>");
  const json = (...args: string[]) => cli.json("team", ...args);
  async function stored<T>(use: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore(homeAt(process.env.PAWL_HOME ?? ""));
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  }

  beforeAll(async () => {
    server = await startPostgres();
    cli = await openCli();
  });
  afterAll(async () => {
    cli?.[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });

  test("an encrypted team is made, shared and joined; scripts get each answer as JSON", async () => {
    as("ann");
    expect(await json("create", server.url, "--name", "Ann", "--encrypt")).toEqual({
      team: expect.any(String),
      member: "Ann",
      encrypted: true,
    });
    expect((await text("status")).split("\n")[1]).toBe("encrypted           yes");
    expect((await run("invite", "Mia", "--project", ".")).error).toContain("is not shared");
    expect(await json("share", "on", "--as", "shop")).toEqual({
      folder: cli.project,
      project: "named:shop",
      shared: true,
      open: true,
      readers: ["Ann"],
      pending: 0,
    });
    expect(await stored((store) => teamIn(store).teamFolders())).toMatchObject([
      { folder: cli.project, project: "named:shop" },
    ]);
    const { join: text1, statements } = await json("invite", "Mia", "--project", ".");
    expect(statements).toEqual([]);
    const { members } = (await json("members")) as { members: Record<string, unknown>[] };
    expect(members).toEqual([
      { name: "Ann", role: "maintainer", projects: 1, joinedAt: expect.any(Number) },
      { name: "Mia", role: "writer", projects: 0, invitedUntil: expect.any(Number) },
    ]);
    // A week, where nothing else is said.
    const days = (Number(members[1]?.invitedUntil) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    as("mia");
    expect(await json("join", String(text1))).toEqual({
      team: expect.any(String),
      member: "Mia",
      encrypted: true,
    });
    await run("share", "on", "--as", "shop");
    as("ann");
    expect(await json("share", "off", "--with", "Mia")).toEqual({
      name: "Mia",
      project: "named:shop",
      shared: false,
    });
    expect(await json("share", "on", "--with", "Mia", "--role", "reader")).toMatchObject({ shared: true });
    expect(await json("share", "on", "--with", "Mia")).toMatchObject({ shared: true });
    expect(await json("review", "on")).toEqual({ review: true });
    expect(await text("review", "off")).toBe("Review is off.");
    expect(await json("review")).toEqual({ waiting: [] });
  });

  const AT = Date.UTC(2026, 0, 15, 12);
  const work = () =>
    stored((store) =>
      recordsIn(store).record(
        asked("5e551011-aaaa-4aaa-8aaa-aaaaaaaaaaaa", AT, "Round the totals", {
          project: cli.project,
          cwd: cli.project,
        }),
      ),
    );
  const hand = async (...args: string[]) =>
    (await cli.text("handoff", ...args))
      .replaceAll(/\d{4}-\d\d-\d\d( \d\d:\d\d)?/g, "<time>")
      .replaceAll(/^[0-9a-f]{8} /gm, "<id> ");
  const handoffs = async () =>
    (await cli.json("handoff", "--list")).handoffs as { id: string; state: string; way: string }[];

  test("nothing was handed over yet", async () => {
    as("ann");
    await work();
    expect(await hand("--list")).toMatchInlineSnapshot(`"Nothing was handed over through the team."`);
    expect(await cli.json("handoff", "--list")).toEqual({ handoffs: [] });
  });

  test("to a member who is in the project; to nobody it is refused and not kept as sent", async () => {
    as("ann");
    expect(await hand("5e551011", "--to", "Mia", "--yes")).toMatchInlineSnapshot(`
      "This will be handed over:
      5e551011-aaaa-4aaa-8aaa-aaaaaaaaaaaa  Ann → Mia
      - Last request: “Round the totals”
      The next session of Mia in this project starts with it. pawl handoff --list shows when it was taken."
    `);
    expect(await hand("--list")).toMatchInlineSnapshot(`"<id>  <time>  to Mia  not taken yet"`);
    expect(await hand("5e551011", "--to", "Nobody", "--yes")).toMatchInlineSnapshot(`
      "This will be handed over:
      5e551011-aaaa-4aaa-8aaa-aaaaaaaaaaaa  Ann → Nobody
      - Last request: “Round the totals”
      No other member of this project is called Nobody, or you may only read it. Nothing was handed over.
      Run pawl team members."
    `);
    expect((await handoffs()).map(({ state }) => state).sort()).toEqual(["refused", "sent"]);
    expect(await text("status")).toContain("handed over         1 not taken yet, 0 taken, 0 for you\n");
  });

  test("it waits for the other one, and with --json its state and receiver are told", async () => {
    as("ann");
    expect(await cli.json("handoff", "5e551011", "--to", "Mia", "--yes")).toEqual({
      id: expect.any(String),
      to: "Mia",
      state: "sent",
    });
    expect(await cli.json("handoff", "5e551011", "--yes")).toMatchObject({ to: null, state: "sent" });
    as("mia");
    await run("sync");
    expect(await hand("--list")).toMatchInlineSnapshot(`
      "<id>  <time>  from Ann  your next session starts with it
      <id>  <time>  from Ann  your next session starts with it
      <id>  <time>  from Ann  your next session starts with it"
    `);
    expect(await text("status")).toContain("handed over         0 not taken yet, 0 taken, 3 for you\n");
    const listed = await cli.json("handoff", "--list");
    expect(JSON.stringify(listed)).not.toContain("body");
  });

  test("taken by a session, both see when", async () => {
    as("mia");
    const taken = await stored((store) => teamIn(store).takeTeamHandoffs(cli.project, AT));
    expect(taken).toHaveLength(3);
    expect(await hand("--list")).toMatchInlineSnapshot(`
      "<id>  <time>  from Ann  taken <time>
      <id>  <time>  from Ann  taken <time>
      <id>  <time>  from Ann  taken <time>"
    `);
    await run("sync");
    as("ann");
    await run("sync");
    expect(await hand("--list")).toMatchInlineSnapshot(`
      "<id>  <time>  to all  taken by Mia <time>
      <id>  <time>  to Mia  taken by Mia <time>
      <id>  <time>  to Nobody  refused: no such member, or you may only read
      <id>  <time>  to Mia  taken by Mia <time>"
    `);
    expect(await text("status")).toContain("handed over         0 not taken yet, 3 taken, 0 for you\n");
  });

  test("one that is on its way is taken back by the beginning of its id, and no other", async () => {
    as("ann");
    await cli.run("handoff", "5e551011", "--to", "Mia", "--yes");
    const [newest] = (await handoffs()).filter(({ state }) => state === "sent");
    for (const id of ["", "zzzz"])
      expect([id, (await cli.run("handoff", "--withdraw", id)).exitCode]).toEqual([id, 1]);
    expect(await hand("--withdraw", "zzzz")).toMatchInlineSnapshot(`
      "None of your handoffs has the id zzzz.
      Run pawl handoff --list."
    `);
    const sent = (await handoffs()).filter(({ state, way }) => way === "out" && state === "sent");
    const open = sent.length;
    expect(await hand("--withdraw", newest?.id ?? "none")).toMatchInlineSnapshot(
      `"Withdrawn. Members who have already taken it keep it."`,
    );
    expect((await handoffs()).filter(({ state }) => state === "sent")).toHaveLength(open - 1);
    as("mia");
    await run("sync");
    expect((await handoffs()).some(({ id, state }) => id === newest?.id && state === "waiting")).toBe(false);
  });

  test("an excluded folder hands nothing over", async () => {
    as("ann");
    await cli.run("exclude", ".");
    expect((await cli.run("handoff", "5e551011", "--to", "Mia", "--yes")).error).toContain("is excluded");
    await cli.run("exclude", ".", "--remove");
  });

  test("without the server it waits, and says why", async () => {
    as("ann");
    await server.stop();
    try {
      const said = (await hand("5e551011", "--to", "Mia", "--yes")).split("\n").at(-1);
      expect(said?.replace(String(server.port), "<port>")).toMatchInlineSnapshot(
        `"It waits in the outbox: The team's database 127.0.0.1:<port>/team does not answer: Failed to connect."`,
      );
      const [waiting] = (await handoffs()).filter(({ state }) => state === "leaving");
      expect(waiting).toBeDefined();
      const back = await hand("--withdraw", waiting?.id ?? "none");
      expect(back.replace(String(server.port), "<port>")).toMatchInlineSnapshot(
        `"It waits in the outbox: The team's database 127.0.0.1:<port>/team does not answer: Failed to connect."`,
      );
    } finally {
      await server.start();
    }
  });

  test("a member is removed and others leave, as JSON too", async () => {
    as("ann");
    expect(await json("remove", "Mia")).toEqual({ removed: "Mia", statements: [] });
    as("mia");
    expect(await text("leave")).toMatchInlineSnapshot(
      `"Left the team on this machine. The server still lists you: ask a maintainer to run pawl team remove."`,
    );
    as("ann");
    expect(await json("share", "off")).toEqual({ folder: cli.project, shared: false });
    expect((await run("share", "off")).error).toContain("is not shared");
  });
});
