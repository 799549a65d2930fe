import { PawlError } from "../../platform/errors.ts";
import { pawlHome } from "../../platform/paths.ts";
import { redactor } from "../../redact/redactor.ts";
import { rescan } from "../../store/maintenance.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { type Command, json } from "../command.ts";
import { toReason } from "../failure.ts";
import { withStore } from "../open-store.ts";
import { green, padTo, plain, print, printJson, red } from "../output.ts";
import { words } from "../words.ts";
import { type Check, fine, wrong } from "./check.ts";
import { doctorChecks } from "./checks.ts";

export const command: Command = {
  usage: "doctor [--fix] [--deep] [--scan] [--json]",
  example: "pawl doctor --fix",
  options: { ...json, fix: { type: "boolean" }, deep: { type: "boolean" }, scan: { type: "boolean" } },
  async run({ values }) {
    const deep = values.deep === true;
    let checks = await doctorChecks(deep);
    const fixed: string[] = [];
    if (values.fix === true) {
      for (const check of checks) if (await repaired(check)) fixed.push(check.name);
      if (fixed.length > 0) checks = await doctorChecks(deep);
    }
    if (values.scan === true) checks.push(await scan(values.fix === true));
    const ok = checks.every((check) => check.ok);
    if (values.json === true) {
      printJson({
        ok,
        checks: checks.map(({ name, ok: good, message, fix }) => ({ name, ok: good, message, fix })),
        ...(values.fix === true ? { fixed } : {}),
      });
      return ok ? 0 : 1;
    }
    const width = Math.max(...checks.map(({ name }) => name.length));
    for (const { name, ok: good, message, fix } of checks) {
      print(`${good ? green("✓") : red("✗")} ${padTo(name, width)}  ${plain(message)}`);
      if (!good && fix !== null) print(`  ${padTo("", width)}  → ${plain(fix)}`);
    }
    if (fixed.length > 0) print(words.doctor.fixed(fixed.join(", ")));
    return ok ? 0 : 1;
  },
};

async function repaired({ name, ok, repair }: Check): Promise<boolean> {
  if (ok || repair === undefined) return false;
  try {
    await repair();
    return true;
  } catch (error) {
    throw new PawlError("repair_failed", words.errors.repairFailed(name, toReason(error)), {
      cause: error,
    });
  }
}

async function scan(fix: boolean): Promise<Check> {
  // Opening the store migrates the tables to the newest version.
  await withStore((store) => recordsIn(store).stats());
  const rules = { text: redactor.stored.text, version: redactor.version };
  const { database } = pawlHome();
  // Records from older rules are always redacted again, as the daemon does when it starts.
  const older = await rescan({ database, rules, fix: true });
  const { looked, found } = await rescan({ database, rules, all: true, fix });
  const say = words.doctor.secrets;
  if (found > 0 && !fix) return wrong("secrets", say.found(looked, found), say.fix);
  const replaced = older.found + found;
  return fine("secrets", replaced === 0 ? say.clean(looked) : say.replaced(looked, replaced));
}
