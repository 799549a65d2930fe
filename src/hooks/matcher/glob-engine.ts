/** Bun's own glob matcher, which has no unbounded backtracking. On node, the library uses `glob-engine-node.ts` instead. */
export function createGlob(pattern: string): (path: string) => boolean {
  const glob = new Bun.Glob(pattern);
  return (path) => glob.match(path);
}
