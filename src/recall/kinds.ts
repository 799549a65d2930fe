/** Which kinds of inferred items are given. */
import type { InferredKind } from "./past/item.ts";

/** By default every kind that earned its tokens on sessions that it was not fitted on; see docs/memory.md. */
const OFF_BY_DEFAULT: ReadonlySet<InferredKind> = new Set();

export function isOn(kind: InferredKind, kinds: Readonly<Partial<Record<InferredKind, boolean>>>): boolean {
  return kinds[kind] ?? !OFF_BY_DEFAULT.has(kind);
}
