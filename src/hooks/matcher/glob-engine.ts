/** Bun's own glob matcher, which has no unbounded backtracking. The library on node has `glob-engine-node.ts` in its place. */
export function createGlob(pattern: string): (path: string) => boolean {
  const glob = new Bun.Glob(pattern);
  return (path) => glob.match(path);
}
