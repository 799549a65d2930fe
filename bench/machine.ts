/** The machine that a figure was measured on. */
import { cpus, loadavg, totalmem } from "node:os";
import { claudeBinary } from "../test/e2e/harness/client.ts";

export function describeMachine(): string {
  const cores = cpus();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return [
    `${cores.length} × ${cores[0]?.model.trim() || "unknown CPU"}, ${gigabytes} GB, ${process.platform} ${process.arch}`,
    `Bun ${Bun.version}`,
    `node ${printed(["node", "--version"]).replace(/^v/, "")}`,
    `Claude Code ${printed([claudeBinary(), "--version"]).split(" ")[0]}`,
    `load at the start ${loadavg()[0]?.toFixed(1)}`,
  ].join(" · ");
}

function printed(command: string[]): string {
  const env = { PATH: process.env.PATH ?? "", HOME: "/nonexistent", SystemRoot: process.env.SystemRoot };
  return Bun.spawnSync(command, { env }).stdout.toString().trim();
}
