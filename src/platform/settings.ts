/** The settings that the daemon and the commands share: environment first, then `config.json`, then defaults. */
import { PawlError } from "../errors.ts";
import { type Env, processEnv } from "./env.ts";
import { makePrivateDir, readIfThere, writeWhole } from "./files.ts";
import { defaultPort, type Home } from "./paths.ts";

export interface Settings {
  port: number;
  idleMs: number;
  contextTokens: number;
}

const IDLE_HOURS = 8;
const CONTEXT_TOKENS = 800;

export function readSettings(home: Home, env: Env = processEnv): Settings {
  const config = readConfig(home);
  const port = env.PAWL_PORT === undefined || env.PAWL_PORT === "" ? config.port : Number(env.PAWL_PORT);
  const { idleHours = IDLE_HOURS } = section(config, "daemon");
  const { tokens = CONTEXT_TOKENS } = section(config, "context");
  return {
    port: port === undefined ? defaultPort() : checked("port", port, 1, 65_535),
    idleMs: checked("daemon.idleHours", idleHours, 0.0001, 24 * 365) * 3_600_000,
    contextTokens: checked("context.tokens", tokens, 0, 20_000),
  };
}

/** Hooks name the port in their address, so a port that was given once has to stay. */
export function savePort(home: Home, port: number): void {
  makePrivateDir(home.dir);
  writeWhole(home.config, `${JSON.stringify({ ...readConfig(home), port }, null, 2)}\n`);
}

function readConfig(home: Home): Record<string, unknown> {
  const text = readIfThere(home.config);
  if (text === undefined || text.trim() === "") return {};
  try {
    const config: unknown = JSON.parse(text);
    if (typeof config === "object" && config !== null && !Array.isArray(config))
      return config as Record<string, unknown>;
  } catch (cause) {
    throw unreadable(home, cause);
  }
  throw unreadable(home, undefined);
}

function unreadable(home: Home, cause: unknown): PawlError {
  return new PawlError("config_unreadable", `${home.config} is not a JSON object`, {
    cause,
    hint: "Correct it, or delete it to use the defaults.",
  });
}

function section(config: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = config[name];
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function checked(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw new PawlError(
    "config_invalid",
    `${name} must be a number from ${least} to ${most}, not ${JSON.stringify(value)}`,
    {
      hint: "Correct it in config.json of Pawl's home, or in the environment.",
    },
  );
}
