/** This machine's team: `<PAWL_HOME>/team.json`, private, with the password and the keys. */
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { PawlError } from "../platform/errors.ts";
import { makePrivateDir, readIfThere, writeWhole } from "../platform/files.ts";
import { type Address, addressSchema } from "./server/address.ts";
import type { Hello } from "./server/team-server.ts";

const keysSchema = z.object({
  /** This machine's keys, X25519; base64. */
  private: z.string(),
  public: z.string(),
  /** The key for naming records and projects. It never changes. */
  naming: z.string(),
  /** The team's keys, by version. */
  versions: z.record(z.string(), z.string()),
});

const teamSchema = z.object({
  team: z.string(),
  member: z.object({ id: z.int(), name: z.string() }),
  /** Counts this machine's changes. */
  device: z.string(),
  address: addressSchema,
  encrypted: z.boolean(),
  keys: keysSchema.exactOptional(),
});

export type TeamConfig = z.output<typeof teamSchema>;
export type TeamKeys = z.output<typeof keysSchema>;

/** This machine, as the server knows it. `device`: counts its changes apart from those of an earlier membership. */
export const toTeamConfig = (
  { team, encrypted, member: { id, name } }: Pick<Hello, "team" | "encrypted" | "member">,
  address: Address,
  keys: TeamKeys | undefined,
): TeamConfig => ({
  ...{ team, encrypted, member: { id, name }, device: crypto.randomUUID().slice(0, 8), address },
  ...(keys === undefined ? {} : { keys }),
});

/** Undefined without a team. */
export function readTeam(file: string): TeamConfig | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  try {
    return teamSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new PawlError("team_file", `${file} is damaged.`, {
      cause,
      hint: "Leave with pawl team leave and ask for a new invitation; nothing that is stored here is lost.",
      params: { file },
    });
  }
}

export function needTeam(file: string): TeamConfig {
  const team = readTeam(file);
  if (team !== undefined) return team;
  throw new PawlError("team_none", "This machine belongs to no team.", {
    hint: "Create one with pawl team create postgres://…, or join one with pawl team join STRING.",
  });
}

export function writeTeam(file: string, team: TeamConfig): void {
  // It may be the first file in this home.
  makePrivateDir(dirname(file));
  writeWhole(file, `${JSON.stringify(team, null, 2)}\n`, 0o600);
}

export function removeTeam(file: string): void {
  rmSync(file, { force: true });
}

/** Saves the configuration (and keys) that the schema's owner needs to resume the team. Returns the file's name. */
export function keepTeam(file: string, team: TeamConfig): string {
  const kept = keptFile(file, team.team);
  writeTeam(kept, team);
  return kept;
}

export const keptTeam = (file: string, team: string): TeamConfig | undefined =>
  readTeam(keptFile(file, team));

const keptFile = (file: string, team: string) => join(dirname(file), `team-left-${team.slice(0, 8)}.json`);
