/** Text with the size and style of tool output: parts of this program's own source, 4 to 10 kB each. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const LEAST = 4_000;
const MOST = 10_000;
/** A prime, so that sizes and positions do not repeat in step with each other or with a session's length. */
const STRIDE = 2_741;

let source: string | undefined;

export function sampleText(i: number): string {
  source ??= readSource();
  const size = LEAST + ((i * STRIDE) % (MOST - LEAST));
  const from = (i * STRIDE * 7) % (source.length - size);
  return `// Sample ${i}\n${source.slice(from, from + size)}`;
}

function readSource(): string {
  const root = join(import.meta.dir, "..", "src");
  const files = [...new Bun.Glob("**/*.ts").scanSync(root)]
    .filter((file) => !file.endsWith(".test.ts"))
    .sort();
  return files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
}
