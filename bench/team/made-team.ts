/**
 * A team of any size on a real server. Members are invited and join as people do; records go in through the same
 * function of the database that a member's push calls, in batches of 1,000 under members' roles. Kept in the cache folder
 * as a copy of the server's files: the name holds what it was made from, so that another schema makes it anew.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codecFor } from "../../src/team/codec.ts";
import type { TeamConfig } from "../../src/team/config.ts";
import { createTeam } from "../../src/team/create.ts";
import { inviteMember } from "../../src/team/invite.ts";
import { joinTeam } from "../../src/team/join.ts";
import { parseInvitation } from "../../src/team/join-string.ts";
import { parseAddress } from "../../src/team/server/address.ts";
import { openConnection } from "../../src/team/server/connection.ts";
import { createSchema } from "../../src/team/server/schema.ts";
import { createTeamServer } from "../../src/team/server/team-server.ts";
import { findPostgres, type Postgres, startPostgres } from "../../test/postgres.ts";
import { cacheDir } from "../cache-dir.ts";
import { openBar } from "../scale/progress-bar.ts";
import { madeRecords } from "./made-records.ts";
import { serverMs } from "./server-cost.ts";

/** Count it up when something else is made. */
const GENERATOR = 1;
const BATCH = 1000;
const WRITERS = 4;

export interface TeamSize {
  members: number;
  projects: number;
  records: number;
  /** Of the first project. */
  large: number;
}

/** What making it cost; kept with it. */
interface Making {
  inviteAndJoinMs: number;
  fillSeconds: number;
  fillServerMs: number;
  bodyBytes: number;
}

interface Made {
  members: TeamConfig[];
  projects: string[];
  making: Making;
}

export interface MadeTeam extends Made {
  server: Postgres;
  isCached: boolean;
}

export async function madeTeam(size: TeamSize): Promise<MadeTeam> {
  const dir = join(cacheDir(), `team-${nameOf(size)}`);
  const [data, file] = [join(dir, "data"), join(dir, "team.json")];
  if (existsSync(file)) {
    const server = await startPostgres([], { from: data });
    return { ...onPort(JSON.parse(readFileSync(file, "utf8")) as Made, server.port), server, isCached: true };
  }
  const server = await startPostgres();
  try {
    const made = await make(server, size);
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    Bun.spawnSync(["cp", "-a", join(server.dir, "data"), data]);
    // Last: without it the rest counts as not made.
    writeFileSync(`${file}.draft`, JSON.stringify(made), { mode: 0o600 });
    renameSync(`${file}.draft`, file);
    await server.start();
    return { ...made, server, isCached: false };
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
}

function nameOf({ members, projects, records, large }: TeamSize): string {
  const made = [createSchema, String(GENERATOR), findPostgres() ?? ""].join("\n");
  const hash = new Bun.CryptoHasher("sha256").update(made).digest("hex").slice(0, 8);
  return `${hash}-${members}-${projects}-${records}-${large}`;
}

function onPort(made: Made, port: number): Made {
  const members = made.members.map((one) => ({ ...one, address: { ...one.address, port } }));
  return { ...made, members };
}

async function make(server: Postgres, size: TeamSize): Promise<Made> {
  const owner = await createTeam(parseAddress(server.url), { name: "Owner", isEncrypted: false });
  await using connection = openConnection(owner.address);
  const team = createTeamServer(connection);
  const projects = Array.from({ length: size.projects }, (_, place) => `remote:git.example/project-${place}`);
  const numbers: number[] = [];
  for (const project of projects) numbers.push((await team.shareProject(project, Buffer.from(project))) ?? 0);

  const startedAt = performance.now();
  const members = [owner];
  const dir = mkdtempSync(join(tmpdir(), "pawl-bench-team-"));
  const bar = openBar("members", size.members);
  while (members.length < size.members) {
    const name = `Member ${members.length}`;
    const { join: text } = await inviteMember(owner, connection, { name, rank: "writer", days: 7 });
    members.push(await joinTeam(parseInvitation(text), join(dir, `${members.length}.json`)));
    bar.show(members.length);
  }
  bar.close();
  rmSync(dir, { recursive: true });
  const inviteAndJoinMs = (performance.now() - startedAt) / Math.max(1, size.members - 1);
  const filled = await fill(server, size, members, projects, numbers);
  return { members, projects, making: { inviteAndJoinMs, ...filled } };
}

async function fill(
  server: Postgres,
  { records, large }: TeamSize,
  members: readonly TeamConfig[],
  projects: readonly string[],
  numbers: readonly number[],
): Promise<Omit<Making, "inviteAndJoinMs">> {
  const bar = openBar("records", records);
  const [startedAt, server0] = [performance.now(), serverMs(server.pid())];
  let [done, bytes, next] = [0, 0, 0];
  const write = async (member: TeamConfig): Promise<void> => {
    await using connection = openConnection(member.address);
    const team = createTeamServer(connection);
    for (let place = next++; place < projects.length; place = next++) {
      const rest = (records - large) / Math.max(1, projects.length - 1);
      const count = place === 0 ? large : Math.round(place * rest) - Math.round((place - 1) * rest);
      const items = madeRecords(projects[place] ?? "", count, place + 1, codecFor(member));
      for (let from = 0; from < items.length; from += BATCH) {
        const batch = items.slice(from, from + BATCH);
        const { answers } = await team.push(numbers[place] ?? 0, batch);
        if (answers.some((answer) => answer !== "stored")) throw new Error("a record was not stored");
        done += batch.length;
        bytes += batch.reduce((sum, { body = "" }) => sum + body.length * 0.75, 0);
        bar.show(done);
      }
    }
  };
  await Promise.all(members.slice(0, WRITERS).map(write));
  bar.close();
  return {
    fillSeconds: (performance.now() - startedAt) / 1000,
    fillServerMs: serverMs(server.pid()) - server0,
    bodyBytes: bytes / done,
  };
}
