/** What other members and the server send may hold anything. No action prints a control, bidi or invisible character of it. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { CommandName } from "../../src/cli/command.ts";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { homeAt } from "../../src/platform/paths.ts";
import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { openCli } from "../cli-call.ts";
import { asked } from "../contract/fixtures.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../postgres.ts";
import { memory } from "../temp-store.ts";

/** Sets the title, clears the screen, colours, turns the direction, hides letters. PostgreSQL stores no zero byte. */
const EVIL = "a\u001b]0;owned\u0007\u001b[2J\u009b31m\b\rb\u202ec\u200bd\u{e0041}e\u001b[31mf";
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u{e0000}-\u{e0fff}]/u;
const SESSION = "5e551011-aaaa-4aaa-8aaa-aaaaaaaaaaaa";

describe.skipIf(hasNoPostgres())("what the team's server holds", () => {
  let server: Postgres;
  let cli: Awaited<ReturnType<typeof openCli>>;
  beforeAll(async () => {
    server = await startPostgres();
    cli = await openCli();
  });
  afterAll(async () => {
    cli?.[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });
  const as = (name: string) => {
    process.env.PAWL_HOME = join(cli.root, name);
    mkdirSync(process.env.PAWL_HOME, { recursive: true });
  };
  const team = async (...args: string[]) => {
    const ran = await cli.run("team", ...args);
    expect([args, ran.error]).toEqual([args, ""]);
    return ran.stdout;
  };
  async function remember(...contents: string[]): Promise<void> {
    const store = await openStore(homeAt(process.env.PAWL_HOME ?? ""));
    for (const [n, content] of contents.entries())
      await memoriesIn(store).saveMemory(
        memory(`project://note-${n}`, `${content} ${EVIL}`, { project: cli.project, at: Date.now() }),
      );
    await recordsIn(store).record(
      asked(SESSION, Date.now(), `Ask ${EVIL}`, { project: cli.project, cwd: cli.project }),
    );
    await store.close();
  }

  test("never acts on the terminal", async () => {
    as("ann");
    await team("create", server.url, "--name", "Ann");
    await team("share", "on", "--as", "shop");
    const invitation = /pawl team join (\S+)/.exec(await team("invite", "Mia"))?.[1] ?? "";
    as("mia");
    await team("join", invitation);
    await team("share", "on", "--as", "shop");
    await remember("Mia's");
    as("ann");
    await remember("Ann's");
    await team("sync");
    // Only an administrator can: a name like this is refused to members.
    const sql = new Bun.SQL(server.superUrl, { prepare: false, max: 1 });
    await sql.unsafe("update pawl.member set name = $1 where name = 'Mia'", [`Mia ${EVIL}`]);
    await sql.unsafe("update pawl.log set detail = $1", [EVIL]);
    await sql.close();
    as("mia");
    await team("sync");
    await cli.run("handoff", SESSION, "--yes");
    as("ann");
    await team("sync");
    await team("review", "on");
    as("mia");
    await remember("One", "Two");
    await team("sync");
    as("ann");
    await remember("Three", "Four");
    const lines: [CommandName, ...string[]][] = [
      ["team", "members"],
      ["team", "projects"],
      ["team", "log"],
      ["team", "outbox"],
      ["team", "review"],
      ["handoff", "--list"],
    ];
    for (const [name, ...args] of lines)
      for (const json of [[], ["--json"]]) {
        const { raw, error } = await cli.run(name, ...args, ...json);
        const line = [name, ...args, ...json];
        expect([line, error, FORBIDDEN.test(raw)]).toEqual([line, "", false]);
        expect([line, raw]).toEqual([line, expect.stringContaining("owned")]);
      }
    // These show numbers and sentences of Pawl's; src/cli/printed-characters.test.ts mutes such a name and asks the status.
    for (const action of ["sync", "status", "doctor"]) {
      const { raw, error } = await cli.run("team", action);
      expect([action, FORBIDDEN.test(`${raw}${error}`)]).toEqual([action, false]);
    }
  });
});
