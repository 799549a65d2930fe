/** The user's settings one by one, for a page that shows and edits them: meaning, value and source. */
import { parse as parseJsonc } from "jsonc-parser";
import { z } from "zod";
import { type Env, processEnv } from "../../platform/env.ts";
import { PawlError } from "../../platform/errors.ts";
import { readIfThere } from "../../platform/files.ts";
import { defaultPort, type Home } from "../../platform/paths.ts";
import { valueAt } from "../matcher/expression.ts";
import { parseConfig, userSource } from "./read.ts";
import { SECTIONS, type Settings, toSettings } from "./schema.ts";
import { readUserSettings, saveSetting, withSetting } from "./user-settings.ts";

type SettingSource = "default" | "config.json" | "environment";

export interface SettingView {
  /** `context.tokens`. */
  path: string;
  meaning: string;
  type: "boolean" | "integer" | "number" | "string" | "choice" | "list" | "other";
  choices?: string[];
  minimum?: number;
  maximum?: number;
  value: unknown;
  defaultValue: unknown;
  source: SettingSource;
  /** The environment variable that overrides the file. */
  variable?: string;
  /** Read once, when the daemon starts. */
  needsRestart: boolean;
}

/** Everything else applies from the next event on. */
const READ_AT_START: ReadonlySet<string> = new Set(["port", "daemon", "workflow", "redact"]);

const VARIABLES: Readonly<Record<string, string>> = { port: "PAWL_PORT", locale: "PAWL_LOCALE" };

interface JsonSchema {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
}

export function viewSettings(home: Home, env: Env = processEnv): SettingView[] {
  const text = readIfThere(home.config) ?? "";
  const { config } = parseConfig(text, userSource(home));
  const written: unknown = parseJsonc(text, [], { allowTrailingComma: true });
  const effective = toSettings(config.settings);
  const schema = z.toJSONSchema(z.object(SECTIONS), { io: "input", unrepresentable: "any" }) as JsonSchema;
  return leaves(schema, []).map(({ path, schema: leaf }): SettingView => {
    const name = path.join(".");
    const variable = VARIABLES[name];
    const given = variable === undefined ? undefined : env[variable];
    const fromEnvironment = given !== undefined && given !== "";
    const kind = toKind(leaf);
    const defaultValue = leaf.default ?? (name === "port" ? defaultPort() : undefined);
    const inFile = valueAt(written, path) !== undefined && valueAt(config.settings, path) !== undefined;
    return {
      path: name,
      meaning: leaf.description ?? "",
      ...kind,
      value: valueAt(effective, path) ?? defaultValue ?? null,
      ...(fromEnvironment ? { value: kind.type === "integer" ? Number(given) : given } : {}),
      defaultValue: defaultValue ?? null,
      source: fromEnvironment ? "environment" : inFile ? "config.json" : "default",
      ...(variable === undefined ? {} : { variable }),
      needsRestart: READ_AT_START.has(path[0] ?? ""),
    };
  });
}

/** An error message for the value; undefined if it is valid. The value `null` removes the setting. */
export function checkSetting(home: Home, path: string, value: unknown): string | undefined {
  const [section = ""] = path.split(".");
  if (!Object.hasOwn(SECTIONS, section) || !viewSettings(home).some((one) => one.path === path)) {
    return `There is no setting ${path}.`;
  }
  const { findings } = parseConfig(
    withSetting(readIfThere(home.config) ?? "", path, value),
    userSource(home),
  );
  const wrong = findings.find(
    (one) => one.path === "" || one.path === path || one.path.startsWith(`${path}.`),
  );
  return wrong?.message;
}

/** Writes it into config.json and keeps comments and formatting. Returns the new settings. */
export function changeSetting(home: Home, path: string, value: unknown): Settings {
  const wrong = checkSetting(home, path, value);
  if (wrong !== undefined) throw new PawlError("setting_invalid", wrong);
  saveSetting(home, path, value);
  return readUserSettings(home).settings;
}

function leaves(schema: JsonSchema, path: string[]): { path: string[]; schema: JsonSchema }[] {
  if (schema.properties === undefined) return path.length === 0 ? [] : [{ path, schema }];
  return Object.entries(schema.properties).flatMap(([name, inner]) => leaves(inner, [...path, name]));
}

function toKind(schema: JsonSchema): Pick<SettingView, "type" | "choices" | "minimum" | "maximum"> {
  const { type = "", enum: choices, minimum = schema.exclusiveMinimum, maximum } = schema;
  if (choices !== undefined) return { type: "choice", choices: choices.map(String) };
  if (type === "boolean" || type === "string") return { type };
  if (type !== "integer" && type !== "number") return { type: type === "array" ? "list" : "other" };
  return {
    type,
    ...(minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  };
}
