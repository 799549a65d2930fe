import { type Command, json } from "./command.ts";
import { doctorChecks } from "./doctor-checks.ts";
import { green, print, printJson, red } from "./output.ts";

export const command: Command = {
  summary: "Check everything, and say what to do where something is wrong",
  usage: "doctor [--json]",
  example: "pawl doctor",
  options: json,
  async run({ values }) {
    const checks = await doctorChecks();
    const ok = checks.every((check) => check.ok);
    if (values.json === true) {
      printJson({ ok, checks });
      return ok ? 0 : 1;
    }
    for (const { name, ok: fine, message, fix } of checks) {
      print(`${fine ? green("✓") : red("✗")} ${name.padEnd(10)} ${message}`);
      if (!fine && fix !== null) print(`  ${" ".repeat(10)} → ${fix}`);
    }
    return ok ? 0 : 1;
  },
};
