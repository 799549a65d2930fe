/** Where benchmarks keep what takes long to make: outside of the repository. */
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

export function cacheDir(): string {
  const { PAWL_BENCH_CACHE, XDG_CACHE_HOME, HOME } = process.env;
  if (PAWL_BENCH_CACHE !== undefined) return PAWL_BENCH_CACHE;
  const base = XDG_CACHE_HOME ?? (HOME === undefined ? tmpdir() : join(homedir(), ".cache"));
  return join(base, "pawl-bench");
}
