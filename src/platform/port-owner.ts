/** Finds the program that listens on a local port, with the system's own tool. */
import { delimiter } from "node:path";
import { processEnv } from "./env.ts";

interface PortOwner {
  pid: number;
  name: string;
}

const SS = { tool: "ss", pid: /pid=(\d+)/, name: /users:\(\("([^"]+)"/ };
const LSOF = { tool: "lsof", pid: /^p(\d+)$/m, name: /^c(.+)$/m };

/** Undefined if it is unknown: another user's process, or a system without the tool. */
export function portOwner(port: number, platform: string = process.platform): PortOwner | undefined {
  const { tool, pid: pidIn, name } = platform === "linux" ? SS : LSOF;
  const args =
    tool === "ss" ? ["-Hltnp", `sport = :${port}`] : ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fpc"];
  // Administrators' tools, which are not on everyone's PATH.
  const folders = [processEnv.PATH ?? "", "/usr/bin", "/usr/sbin", "/sbin"].join(delimiter);
  const program = Bun.which(tool, { PATH: folders });
  const text = program === null ? "" : Bun.spawnSync([program, ...args]).stdout.toString();
  const pid = pidIn.exec(text)?.[1];
  return pid === undefined ? undefined : { pid: Number(pid), name: name.exec(text)?.[1] ?? "unknown" };
}
