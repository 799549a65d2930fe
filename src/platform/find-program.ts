import { processEnv } from "./env.ts";

/** Where a program stands on the PATH as it is now: `Bun.which` alone keeps the PATH of the start. Null if nowhere. */
export const findProgram = (name: string): string | null => Bun.which(name, { PATH: processEnv.PATH ?? "" });
