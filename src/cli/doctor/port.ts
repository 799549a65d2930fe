/** Is the port ours, and if not, whose is it? */
import { createServer } from "node:net";
import { readUserSettings, savePort } from "../../hooks/config/user-settings.ts";
import type { Home } from "../../platform/paths.ts";
import { portOwner } from "../../platform/port-owner.ts";
import { clearTrouble, readTrouble } from "../../platform/trouble.ts";
import { findDaemon } from "../daemon-client.ts";
import { connect } from "../install.ts";
import { type Check, fine, wrong } from "./check.ts";

export async function checkPort(home: Home): Promise<Check> {
  const { port } = readUserSettings(home).settings;
  const running = await findDaemon(home);
  if (running?.port === port) return fine("port", `${port} is Pawl's`);
  if (await isFree(port)) return fine("port", `${port} is free`);
  const owner = portOwner(port);
  const who = owner === undefined ? "another program" : `${owner.name} (process ${owner.pid})`;
  const stuck = readTrouble(home, Date.now())?.kind === "silent" ? ", which does not answer" : "";
  return wrong(
    "port",
    `${port} is taken by ${who}${stuck}`,
    `End that program, or move: pawl doctor --fix picks a free port. By hand: "port" in ${home.config}, then pawl install.`,
    () => move(home, port),
  );
}

/** The hooks name the port, so they move with it; only where they are installed. */
async function move(home: Home, from: number): Promise<void> {
  const port = await freePort(from);
  const wasConnected = (await connect({ scope: "user", dryRun: true })).unchanged.length > 0;
  savePort(home, port);
  clearTrouble(home);
  if (wasConnected) await connect({ scope: "user", dryRun: false });
}

/** The next one up, so that people find it again. */
async function freePort(from: number): Promise<number> {
  for (let port = from + 1; port < 65_536; port++) if (await isFree(port)) return port;
  throw new Error(`no port above ${from} is free`);
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once("error", () => resolve(false));
  server.listen({ host: "127.0.0.1", port, exclusive: true }, () => server.close(() => resolve(true)));
  return promise;
}
