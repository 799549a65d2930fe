/** Codex: connected, trusted by the user, and still written as Pawl reads it? */
import { resolve } from "node:path";
import { codexHomeDir, codexHooksFile, isCodexConnected } from "../../platform/codex-home.ts";
import { connectCodex, isCodexInstalled } from "../codex-settings/connect.ts";
import { askCodex, type CodexTrust } from "../codex-settings/trust.ts";
import { words } from "../words.ts";
import { type Check, fine, wrong } from "./check.ts";

const NAME = "codex";

export async function checkCodex(counts: Readonly<Record<string, number>>): Promise<Check> {
  const say = words.doctor.codex;
  if (!isCodexConnected()) return fine(NAME, isCodexInstalled() ? say.notConnected : say.absent);
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
  return (
    trustProblem(trust) ?? exitCodeProblem(counts) ?? fine(NAME, stateOf(trust, planned.unchanged.length))
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

/** A version that writes its rollout differently: what fails is recorded, but not as failed. */
function exitCodeProblem(counts: Readonly<Record<string, number>>): Check | undefined {
  const { codex_exit_code: known = 0, codex_exit_code_unknown: unknown = 0 } = counts;
  if (unknown <= known) return undefined;
  const say = words.doctor.codex;
  return wrong(NAME, say.exitCodes(unknown), say.exitCodesFix);
}

function stateOf(trust: CodexTrust | undefined, installed: number): string {
  const say = words.doctor.codex;
  return trust === undefined ? say.notAsked(installed) : say.trusted(trust.hooks);
}
