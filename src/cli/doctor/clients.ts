/** Checks each connected client: are its settings current and trusted, and does it still write what Pawl can parse? */

import { resolve } from "node:path";
import { type ClientName, DEFAULT_CLIENT } from "../../clients/index.ts";
import type { HookTrust } from "../../clients/setup.ts";
import { connections, SETUPS } from "../../clients/setups.ts";
import type { FoundTranscript } from "../../clients/transcripts/entries.ts";
import { formatOf } from "../../clients/transcripts/find.ts";
import { readLines } from "../../clients/transcripts/lines.ts";
import { readTranscript } from "../../clients/transcripts/read.ts";
import { formatTime } from "../../platform/clock.ts";
import type { Counts } from "../../platform/counters.ts";
import { words } from "../words.ts";
import { type Checked, fine, wrong } from "./check.ts";
import { checkSettings } from "./hooks.ts";
import { asItIs, RECENT_DAYS, recentIn } from "./transcripts.ts";

const MAX_FILES = 5;
const MAX_NAMED = 3;

/** A client that is not connected is not mentioned: most people have one. */
export function clientChecks(countsOf: () => Promise<Counts>): [string, () => Promise<Checked>][] {
  return connections(resolve("."))
    .filter(({ isConnected }) => isConnected)
    .map(({ client }) =>
      client === DEFAULT_CLIENT
        ? ["client", () => checkSeen(client)]
        : [client, async () => checkClient(client, await countsOf())],
    );
}

/** The check of the hooks covers its settings. The newest transcript contains the version. */
async function checkSeen(client: ClientName): Promise<Checked> {
  const { title, verified } = SETUPS[client];
  const newest = (await recentOf(client)).at(-1);
  const say = words.doctor.client;
  if (newest === undefined) return fine(say.none(title, RECENT_DAYS));
  const version = (await versionIn(newest)) ?? say.unknownVersion;
  const seen = say.seen(`${title} ${version}`, formatTime(newest.mtimeMs));
  return fine(say.verified(seen, `${title} ${verified}`));
}

async function checkClient(client: ClientName, counts: Counts): Promise<Checked> {
  const settings = await checkSettings(client);
  const file = SETUPS[client].hooksFile("user", resolve(".")) ?? "";
  if (!settings.ok) return settings;
  const { title, verified } = SETUPS[client];
  const { askTrust, trust: key } = await SETUPS[client].connect();
  const trust = await askTrust?.(resolve("."));
  const say = words.doctor.client;
  const problem = trust === undefined ? undefined : trustProblem(title, file, trust);
  if (problem !== undefined) {
    const isRefused = key === undefined || trust?.error !== undefined;
    return wrong(problem, isRefused ? words.doctor.editFile(file) : words.install[key]);
  }
  const files = (await recentOf(client)).slice(-MAX_FILES);
  const newest = files.at(-1);
  const version = newest === undefined ? undefined : await versionIn(newest);
  const change = changeOf(await unknownIn(files), counts);
  if (change !== undefined)
    return wrong(say.changed(`${title} ${version ?? ""}`.trim(), change), say.changedFix);
  const { exit_code: known = 0, exit_code_unknown: missing = 0 } = counts;
  if (askTrust !== undefined && missing > known)
    return wrong(say.exitCodes(title, missing), say.exitCodesFix);
  const state =
    trust !== undefined
      ? say.trusted(trust.hooks)
      : askTrust === undefined
        ? settings.message
        : say.notAsked(settings.message, title);
  const seen = version === undefined ? state : `${version}: ${state}`;
  return fine(say.verified(seen, `${title} ${verified}`));
}

function trustProblem(title: string, file: string, trust: HookTrust): string | undefined {
  const { hooks, untrusted, disabled, error } = trust;
  const say = words.doctor.client;
  if (error !== undefined) return say.refused(title, file, error);
  if (hooks === 0) return say.notLoaded(title);
  if (untrusted.length > 0) return say.untrusted(title, untrusted.length, hooks);
  return disabled.length > 0 ? say.disabled(title, disabled.join(", ")) : undefined;
}

const recentOf = (client: ClientName) => recentIn(SETUPS[client].transcripts.dirs());

async function versionIn({ path }: FoundTranscript): Promise<string | undefined> {
  const { version } = formatOf(path);
  if (version === undefined) return undefined;
  for await (const lines of readLines(path)) {
    const found = lines.map(({ text }) => version.exec(text ?? "")?.[1]).find(Boolean);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lines of types that Pawl does not know, by type. */
async function unknownIn(files: readonly FoundTranscript[]): Promise<Record<string, number>> {
  const unknown: Record<string, number> = {};
  for (const { path } of files) {
    let last: Record<string, number> = {};
    const sessionId = formatOf(path).sessionOf(path);
    for await (const { counts } of readTranscript({ path, sessionId, redact: asItIs })) {
      last = { ...counts.unknown, ...(counts.unreadable > 0 ? { "not JSON": counts.unreadable } : {}) };
    }
    for (const [type, n] of Object.entries(last)) unknown[type] = (unknown[type] ?? 0) + n;
  }
  return unknown;
}

/** A version with unknown lines or events. All of them are stored, but Pawl cannot interpret them. */
function changeOf(
  unknown: Readonly<Record<string, number>>,
  { client_field_missing: events = 0 }: Counts,
): string | undefined {
  const say = words.doctor.client;
  const types = Object.keys(unknown).sort((a, b) => (unknown[b] ?? 0) - (unknown[a] ?? 0));
  const lines = Object.values(unknown).reduce((sum, n) => sum + n, 0);
  const named = types.slice(0, MAX_NAMED).join(", ");
  const parts = [
    lines === 0 ? "" : say.unknownLines(lines, types.length > MAX_NAMED ? `${named}, …` : named),
    events === 0 ? "" : say.changedEvents(events),
  ].filter((part) => part !== "");
  return parts.length === 0 ? undefined : parts.join("; ");
}
