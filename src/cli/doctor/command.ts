import { PawlError } from "../../platform/errors.ts";
import { pawlHome } from "../../platform/paths.ts";
import { redactor } from "../../redact/redactor.ts";
import { rescan } from "../../store/maintenance.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { type Command, flag, json } from "../command.ts";
import { toReason } from "../failure.ts";
import { withStore } from "../open-store.ts";
import { green, padTo, plain, print, red } from "../output.ts";
import { words } from "../words.ts";
import { type Check, type Checked, fine, wrong } from "./check.ts";
import { doctorChecks } from "./checks.ts";

export const command: Command = {
  usage: "doctor [--fix] [--deep] [--scan] [--json]",
  example: "pawl doctor --fix",
  options: { ...json, fix: flag, deep: flag, scan: flag },
  async run(input) {
    const [deep, mayFix] = [input.has("deep"), input.has("fix")];
    let checks = await doctorChecks(deep);
    const fixed: string[] = [];
    for (const check of mayFix ? checks : []) if (await repaired(check)) fixed.push(check.name);
    if (fixed.length > 0) checks = await doctorChecks(deep);
    if (input.has("scan")) checks.push({ name: "secrets", ...(await scan(mayFix)) });
    const ok = checks.every((check) => check.ok);
    const rows = checks.map(({ name, ok: good, message, fix }) => ({ name, ok: good, message, fix }));
    input.answer({ ok, checks: rows, ...(mayFix ? { fixed } : {}) }, () => {
      const width = Math.max(...rows.map(({ name }) => name.length));
      for (const { name, ok: good, message, fix } of rows) {
        print(`${good ? green("✓") : red("✗")} ${padTo(name, width)}  ${plain(message)}`);
        if (!good && fix !== null) print(`  ${padTo("", width)}  → ${plain(fix)}`);
      }
      if (fixed.length > 0) print(words.doctor.fixed(fixed.join(", ")));
    });
    return ok ? 0 : 1;
  },
};

async function repaired({ name, ok, repair }: Check): Promise<boolean> {
  if (ok || repair === undefined) return false;
  try {
    await repair();
    return true;
  } catch (cause) {
    throw new PawlError("repair_failed", words.errors.repairFailed(name, toReason(cause)), { cause });
  }
}

async function scan(fix: boolean): Promise<Checked> {
  // Opening the store creates its tables.
  await withStore((store) => recordsIn(store).stats());
  const rules = { text: redactor.stored.text, version: redactor.version };
  const { database } = pawlHome();
  // Records from older rules are always redacted again, as the daemon does when it starts.
  const older = await rescan({ database, rules, fix: true });
  const { looked, found } = await rescan({ database, rules, all: true, fix });
  const say = words.doctor.secrets;
  if (found > 0 && !fix) return wrong(say.found(looked, found), say.fix);
  const replaced = older.found + found;
  return fine(replaced === 0 ? say.clean(looked) : say.replaced(looked, replaced));
}
