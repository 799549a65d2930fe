/**
 * Handles a hook whose program is missing because the checkout was moved or deleted. A keeper answers the HTTP hooks, gates
 * refuse, and the user gets one message, at the start of a session.
 */
import { dirname } from "node:path";
import { orphanOf, outlinesOf } from "../../clients/orphans.ts";
import { readIfThere } from "../../platform/files.ts";
import { startKeeper } from "../../platform/keeper-process.ts";
import { homeAt } from "../../platform/paths.ts";
import { isGated, readGates, refusal } from "./gates.ts";

/** `--orphan --home DIR …`, with the event on standard input. */
export async function runOrphan(args: readonly string[]): Promise<never> {
  const home = homeAt(args[args.indexOf("--home") + 1] ?? dirname(import.meta.dir));
  let output: object = {};
  try {
    const client = orphanOf(args);
    const body = await Bun.stdin.bytes();
    const outlines = outlinesOf(body, client);
    const gates = readGates(home.dir);
    const gated = outlines.find((outline) => isGated(gates, outline));
    const [outline] = outlines;
    const port = Number(readIfThere(home.program)?.split("\n")[2]);
    if (port > 0 && !(await isPortOpen(port)))
      startKeeper(home, {
        port,
        program: { bun: process.execPath, root: home.bin, file: process.argv[1] ?? "" },
      });
    if (gated !== undefined) output = refusal(gated, client.encode);
    else if (outline?.event === "SessionStart") output = { systemMessage: goneMessage(home.uninstaller) };
  } catch {
    // A hook never disturbs the session.
  }
  await Bun.write(Bun.stdout, JSON.stringify(output));
  process.exit(0);
}

function goneMessage(uninstaller: string): string {
  return `Pawl's program was moved or deleted, so nothing is remembered. Run "pawl install" where it is now, or remove Pawl with ${uninstaller}`;
}

/** Whether any process listens on this port. */
export async function isPortOpen(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data: () => undefined } });
    socket.end();
    return true;
  } catch {
    return false;
  }
}
