/** The definition of a tool: its texts, parameters and action. */
import type { z } from "zod";

/** `meta`: what the client says about the call. */
export type Act<I> = (input: I, meta: Readonly<Record<string, unknown>> | undefined) => Promise<string>;

interface Hints {
  readOnlyHint: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
}

export interface Tool<S extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  description: string;
  input: S;
  act: Act<z.infer<z.ZodObject<S>>>;
  hints: Hints;
}

export const READS: Hints = { readOnlyHint: true };
export const CHANGES: Hints = { readOnlyHint: false, destructiveHint: false };

/** Checks that what a tool does takes what its schema says. */
export function tool<S extends z.ZodRawShape>(it: Tool<S>): Tool {
  return it as unknown as Tool;
}
