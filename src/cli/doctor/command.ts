import { PawlError, toMessage } from "../../errors.ts";
import { redactor } from "../../memory/redact/redactor.ts";
import { pawlHome } from "../../platform/paths.ts";
import { rescan } from "../../store/sqlite/rescan.ts";
import { type Command, json } from "../command.ts";
import { withStore } from "../open-store.ts";
import { green, plain, print, printJson, red } from "../output.ts";
import { type Check, fine, wrong } from "./check.ts";
import { doctorChecks } from "./checks.ts";

export const command: Command = {
  summary: "Check everything, and say what to do where something is wrong",
  usage: "doctor [--fix] [--scan] [--json]",
  details: [
    "  --fix   put right what can safely be put right",
    "  --scan  look through everything that is remembered for secrets; with --fix they are replaced",
  ].join("\n"),
  example: "pawl doctor --fix",
  options: { ...json, fix: { type: "boolean" }, scan: { type: "boolean" } },
  async run({ values }) {
    let checks = await doctorChecks();
    const fixed: string[] = [];
    if (values.fix === true) {
      for (const check of checks) if (await repaired(check)) fixed.push(check.name);
      if (fixed.length > 0) checks = await doctorChecks();
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
    for (const { name, ok: good, message, fix } of checks) {
      print(`${good ? green("✓") : red("✗")} ${name.padEnd(12)} ${plain(message)}`);
      if (!good && fix !== null) print(`  ${" ".repeat(12)} → ${plain(fix)}`);
    }
    if (fixed.length > 0) print(`Put right: ${fixed.join(", ")}.`);
    return ok ? 0 : 1;
  },
};

async function repaired({ name, ok, repair }: Check): Promise<boolean> {
  if (ok || repair === undefined) return false;
  try {
    await repair();
    return true;
  } catch (error) {
    throw new PawlError("repair_failed", `${name} could not be put right: ${toMessage(error)}`, {
      cause: error,
    });
  }
}

async function scan(fix: boolean): Promise<Check> {
  // Opened once by the port: the tables are there, of the newest version.
  await withStore((store) => store.stats());
  const rules = redactor;
  const { database } = pawlHome();
  // Records of older rules are put right in any case; the daemon does the same when it starts.
  const older = await rescan({ database, rules, fix: true });
  const { looked, found } = await rescan({ database, rules, all: true, fix });
  const injected = `looked through ${looked} records`;
  if (found > 0 && !fix)
    return wrong(
      "secrets",
      `${injected}: ${found} hold secrets`,
      "Run pawl doctor --scan --fix: it replaces them.",
    );
  const replaced = older.found + found;
  return fine(
    "secrets",
    replaced === 0 ? `${injected}: no secret` : `${injected}: secrets in ${replaced} were replaced`,
  );
}
