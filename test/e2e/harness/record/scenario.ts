import type { Scratch } from "../scratch.ts";
import type { HookInput } from "./recorder.ts";

/** One real run (or a few of the same session) that makes the client fire certain events. */
export interface Scenario {
  name: string;
  /** Whether the project is a git repository. */
  git?: boolean;
  run(scratch: Scratch): Promise<HookInput[]>;
}
