/** Codex: connected, trusted by the user, and still written as Pawl reads it? */
import { resolve } from "node:path";
import { codexHomeDir, codexHooksFile, isCodexConnected } from "../../clients/codex/home.ts";
import { askCodex, type CodexTrust } from "../../clients/codex/settings/trust.ts";
import { isInstalled } from "../../clients/setups.ts";
import { findTranscripts } from "../../clients/transcripts/find.ts";
import { formatOf } from "../../clients/transcripts/format.ts";
import { readLines } from "../../clients/transcripts/lines.ts";
import { readTranscript } from "../../clients/transcripts/read.ts";
import { transcriptDirs } from "../../clients/transcripts/transcript-dirs.ts";
import { connectCodex } from "../clients/connect-codex.ts";
import { words } from "../words.ts";
import { type Check, fine, wrong } from "./check.ts";

const NAME = "codex";

export async function checkCodex(counts: Readonly<Record<string, number>>): Promise<Check> {
  const say = words.doctor.codex;
  if (!isCodexConnected()) return fine(NAME, isInstalled("codex") ? say.notConnected : say.absent);
  const file = codexHooksFile(codexHomeDir());
  const options = { file, scope: "user" } as const;
  const planned = await connectCodex({ ...options, dryRun: true });
  const [warning] = planned.warnings;
  if (warning !== undefined) return wrong(NAME, warning.message, words.doctor.editFile(file));
  if (planned.changed) {
    return wrong(NAME, say.outdated(file), say.install, async () => {
      await connectCodex({ ...options, dryRun: false });
    });
  }
  const trust = await askCodex(resolve("."));
  const { version, unknown } = await readRollouts();
  return (
    trustProblem(trust) ??
    changeProblem(version, unknown, counts) ??
    exitCodeProblem(counts) ??
    fine(NAME, stateOf(trust, planned.unchanged.length, version))
  );
}

function trustProblem(trust: CodexTrust | undefined): Check | undefined {
  const say = words.doctor.codex;
  if (trust === undefined) return undefined;
  const { hooks, untrusted, disabled } = trust;
  if (hooks === 0) return wrong(NAME, say.notLoaded, say.trustFix);
  if (untrusted.length > 0) return wrong(NAME, say.untrusted(untrusted.length, hooks), say.trustFix);
  if (disabled.length > 0) return wrong(NAME, say.disabled(disabled.join(", ")), say.trustFix);
  return undefined;
}

const DAY_MS = 86_400_000;
const LOOKED_AT_DAYS = 30;
const LOOKED_AT_FILES = 5;
const MOST_NAMED = 3;

/** What the newest rollouts were written by, and what of them Pawl does not know. */
async function readRollouts(): Promise<{ version: string | undefined; unknown: Record<string, number> }> {
  const files = await findTranscripts(transcriptDirs("codex"), Date.now() - LOOKED_AT_DAYS * DAY_MS);
  const newest = files.slice(-LOOKED_AT_FILES).map(({ path }) => path);
  const unknown: Record<string, number> = {};
  for (const path of newest) {
    let last: Record<string, number> = {};
    const sessionId = formatOf(path).sessionOf(path);
    for await (const { counts } of readTranscript({ path, sessionId, redact: NOTHING_IS_STORED })) {
      last = { ...counts.unknown, ...(counts.unreadable > 0 ? { [UNREADABLE]: counts.unreadable } : {}) };
    }
    for (const [type, n] of Object.entries(last)) unknown[type] = (unknown[type] ?? 0) + n;
  }
  return { version: await versionIn(newest.at(-1)), unknown };
}

const NOTHING_IS_STORED = { text: (text: string) => text, json: (value: unknown) => value, version: 0 };
const UNREADABLE = "not JSON";

async function versionIn(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  for await (const lines of readLines(path)) {
    return lines.map(({ text }) => /"cli_version":"([\w.-]{1,40})"/.exec(text ?? "")?.[1]).find(Boolean);
  }
  return undefined;
}

/** A version that writes or sends what Pawl does not know. It is all kept; what it means is not understood. */
function changeProblem(
  version: string | undefined,
  unknown: Readonly<Record<string, number>>,
  { client_field_missing: events = 0 }: Readonly<Record<string, number>>,
): Check | undefined {
  const say = words.doctor.codex;
  const types = Object.keys(unknown).sort((a, b) => (unknown[b] ?? 0) - (unknown[a] ?? 0));
  if (types.length === 0 && events === 0) return undefined;
  const lines = Object.values(unknown).reduce((sum, n) => sum + n, 0);
  const named = types.slice(0, MOST_NAMED).join(", ");
  const what = [
    lines === 0 ? undefined : say.unknownLines(lines, types.length > MOST_NAMED ? `${named}, …` : named),
    events === 0 ? undefined : say.changedEvents(events),
  ].filter((part) => part !== undefined);
  return wrong(NAME, say.changed(`Codex ${version ?? ""}`.trim(), what.join("; ")), say.changedFix);
}

/** A version that writes its rollout differently: what fails is recorded, but not as failed. */
function exitCodeProblem(counts: Readonly<Record<string, number>>): Check | undefined {
  const { codex_exit_code: known = 0, codex_exit_code_unknown: unknown = 0 } = counts;
  if (unknown <= known) return undefined;
  const say = words.doctor.codex;
  return wrong(NAME, say.exitCodes(unknown), say.exitCodesFix);
}

function stateOf(trust: CodexTrust | undefined, installed: number, version: string | undefined): string {
  const say = words.doctor.codex;
  const state = trust === undefined ? say.notAsked(installed) : say.trusted(trust.hooks);
  return version === undefined ? state : `${version}: ${state}`;
}
