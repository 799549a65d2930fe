/** The only place that reads the environment. Every variable is optional. */

export type Env = Readonly<Record<string, string | undefined>>;

export const processEnv: Env = process.env;

/** `PAWL_OFF=1`: Pawl is off for this session. */
export function isOff(env: Env): boolean {
  const value = env.PAWL_OFF;
  return value !== undefined && value !== "" && value !== "0";
}

export const GUARD = { PAWL_GUARD: "1" } as const;

/** The path of a program on the current PATH; null if there is none. `Bun.which` alone uses the PATH from the start. */
export const findProgram = (name: string): string | null => Bun.which(name, { PATH: processEnv.PATH ?? "" });
