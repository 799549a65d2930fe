/** What a PostgreSQL server uses: processor time, memory and disk of all its processes. Linux only. */
import { readdirSync, readFileSync } from "node:fs";

const TICK_MS = 10;

interface Stat {
  parent: number;
  own: number;
  /** Of children that have ended. */
  ended: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text
      .slice(text.lastIndexOf(") ") + 2)
      .split(" ")
      .map(Number);
    const at = (place: number) => fields[place] ?? 0;
    return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) };
  } catch {
    // Ended in the meantime.
    return undefined;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => statOf(one)?.parent === pid);
}

/** In milliseconds, since its start; connections that were closed count too. */
export function serverMs(pid: number): number {
  const main = statOf(pid) ?? { parent: 0, own: 0, ended: 0 };
  const children = childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.own ?? 0), 0);
  return (main.own + main.ended + children) * TICK_MS;
}

export const ownMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Memory that is each process's own, without what they share; in bytes. */
export function privateBytes(pid: number): { processes: number; bytes: number } {
  const all = [pid, ...childrenOf(pid)];
  const bytes = all.reduce((sum, one) => sum + privateOf(one), 0);
  return { processes: all.length, bytes };
}

function privateOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return [...text.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].reduce(
      (sum, [, kilobytes]) => sum + Number(kilobytes) * 1024,
      0,
    );
  } catch {
    return 0;
  }
}
