/**
 * bun bench/team.ts [--members 200] [--projects 500] [--records 1000000] [--large 50000] [--seconds 60]
 *
 * A team on a PostgreSQL server of its own with the settings that it has after installation. Records are filled in once
 * and kept in the cache folder (PAWL_BENCH_CACHE names another). Everything is measured through the synchronisation
 * that the daemon runs; members and server share this machine. For a small run: --members 20 --projects 50 --records 50000
 * --large 5000 --seconds 10.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeTeam } from "../src/team/config.ts";
import { hasNoPostgres } from "../test/postgres.ts";
import { describeMachine } from "./machine.ts";
import { mb, ms } from "./table.ts";
import { measureCalls } from "./team/calls.ts";
import type { Joined } from "./team/join-process.ts";
import { type MadeTeam, madeTeam } from "./team/made-team.ts";
import { privateBytes, serverMs } from "./team/server-cost.ts";
import { idle, openMembers, work } from "./team/work.ts";

const { values } = parseArgs({
  options: {
    members: { type: "string", default: "200" },
    projects: { type: "string", default: "500" },
    records: { type: "string", default: "1000000" },
    large: { type: "string", default: "50000" },
    seconds: { type: "string", default: "60" },
  },
});
const size = {
  members: Number(values.members),
  projects: Number(values.projects),
  records: Number(values.records),
  large: Number(values.large),
};
if (hasNoPostgres()) process.exit(1);

const startedAt = performance.now();
const dir = mkdtempSync(join(tmpdir(), "pawl-bench-team-"));
const rows: [string, string][] = [];
const row = (what: string, value: string) => rows.push([what, value]);
const count = (value: number) => Math.round(value).toLocaleString("en");
console.log(`${describeMachine()}\n`);

const team = await madeTeam(size);
try {
  await measure(team);
} finally {
  await team.server[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true });
}
const head = `${count(size.members)} members, ${count(size.projects)} projects, ${count(size.records)} records`;
const line = ([what, value]: readonly [string, string]) => `| ${what.padEnd(56)} | ${value.padStart(36)} |`;
console.log(
  [[head, ""] as const, ["-".repeat(56), `${"-".repeat(35)}:`] as const, ...rows].map(line).join("\n"),
);
console.log(
  `\n${count((performance.now() - startedAt) / 1000)} s, records ${team.isCached ? "from the cache" : "filled in now"}; load at the end ${loadavg()[0]?.toFixed(1)}`,
);

async function measure({ server, members, making, isCached }: MadeTeam): Promise<void> {
  const { inviteAndJoinMs, fillSeconds, fillServerMs, bodyBytes } = making;
  row("invite and join, one member", ms(inviteAndJoinMs));
  row(
    `filling in, batches of 1,000${isCached ? " (when it was made)" : ""}`,
    `${count(size.records / fillSeconds)} records/s`,
  );
  row("… processor time of the server, 1,000 records", ms((fillServerMs / size.records) * 1000));
  await measureSize(server.superUrl, bodyBytes);
  for (const { what, ms: time } of await measureCalls(
    members.at(-1) ?? (members[0] as (typeof members)[0]),
  )) {
    row(`call: ${what}`, ms(time));
  }
  await measureJoin(team);
  await measureWork(team);
}

async function measureSize(url: string, bodyBytes: number): Promise<void> {
  const sql = new Bun.SQL(url, { prepare: false, max: 1 });
  const [found] = (await sql.unsafe(`
    select pg_database_size(current_database())::float8 as database, pg_total_relation_size('pawl.record')::float8 as record,
      pg_indexes_size('pawl.record')::float8 as indexes,
      (select count(*)::float8 from pawl.record) as records`)) as [
    Record<"database" | "record" | "indexes" | "records", number>,
  ];
  await sql.close();
  row("server: the database on disk", mb(found.database));
  row(
    `server: a record with ${count(bodyBytes)} bytes of content`,
    `${count(found.record / found.records)} bytes, indexes ${count(found.indexes / found.records)}`,
  );
}

async function measureJoin({ server, members, projects, making }: MadeTeam): Promise<void> {
  const file = join(dir, "joining.json");
  const config = members.at(-1);
  if (config === undefined) return;
  const line = await countedLine(config.address.port);
  writeTeam(file, { ...config, device: "joining", address: { ...config.address, port: line.port } });
  const server0 = serverMs(server.pid());
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, "team/join-process.ts"),
      file,
      join(dir, "joining"),
      projects[0] ?? "",
      String(size.large),
    ],
    { stdout: "pipe", stderr: "inherit" },
  );
  const joined = JSON.parse(await new Response(child.stdout).text()) as Joined;
  if (joined.pulled !== size.large) throw new Error(`joining brought ${joined.pulled} records`);
  line.close();
  const content = making.bodyBytes * size.large;
  const name = `join of a project with ${count(size.large)} records`;
  row(name, `${joined.seconds.toFixed(1)} s`);
  row(
    "… over the wire, for its content",
    `${mb(line.bytes())} for ${mb(content)}: × ${(line.bytes() / content).toFixed(2)}`,
  );
  row("… processor time of the machine that joins", `${(joined.cpuMs / 1000).toFixed(1)} s`);
  row("… processor time of the server", `${((serverMs(server.pid()) - server0) / 1000).toFixed(1)} s`);
  row("… memory, most (before it)", `${mb(joined.peakBytes)} (${mb(joined.beforeBytes)})`);
  row("… store on disk", mb(joined.storeBytes));
  row("… then: an idle round, its processor time", ms(joined.idleCpuMs));
}

/** Passes connections on to the server and counts what comes from there. */
async function countedLine(server: number) {
  let bytes = 0;
  const passing = createServer((client) => {
    const line = connect(server, "127.0.0.1").on("data", ({ length }) => (bytes += length));
    client.pipe(line).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(passing, "listening");
  return { port: (passing.address() as AddressInfo).port, bytes: () => bytes, close: () => passing.close() };
}

async function measureWork({ server, members, projects }: MadeTeam): Promise<void> {
  const pid = server.pid();
  const all = await openMembers(members, projects, dir);
  await work(all, Math.min(5, Number(values.seconds)), pid);
  const { bytes, processes } = privateBytes(pid);
  const {
    seconds,
    rounds,
    pushed,
    pulled,
    p50,
    p95,
    serverMs: cpu,
    ownMs: own,
  } = await work(all, Number(values.seconds), pid);
  row("work: changes sent", `${count(pushed / seconds)}/s`);
  row("work: changes received", `${count(pulled / seconds)}/s`);
  row("work: rounds of synchronising", `${count(rounds / seconds)}/s, p50 ${ms(p50)}, p95 ${ms(p95)}`);
  row(
    "work: processor, server and members",
    `${(cpu / seconds / 1000).toFixed(2)} and ${(own / seconds / 1000).toFixed(2)} cores`,
  );
  row("… of the server, 1,000 changes sent and received", ms((cpu / (pushed + pulled)) * 1000));
  row(`server: own memory of ${count(processes)} processes, ${count(members.length)} connections`, mb(bytes));
  const warm = await idle(all, Math.min(1000, members.length * 5), false, pid);
  row("idle: a round, server", `${ms(warm.serverMs)} of processor`);
  row("idle: a round, member", `${ms(warm.ownMs)} of processor, ${ms(warm.p50)} in all`);
  const cold = await idle(all, members.length, true, pid);
  row("idle: a round with a new connection, server", `${ms(cold.serverMs)} of processor`);
  const share = (every: number, cost: number) =>
    `${((members.length * cost) / every / 10).toFixed(1)} % of a core`;
  row("idle: all members, each round after 5 s (somebody works)", share(5, warm.serverMs));
  row("idle: all members, each round after 60 s (nobody works)", share(60, cold.serverMs));
  for (const { member } of all) await member[Symbol.asyncDispose]();
}
