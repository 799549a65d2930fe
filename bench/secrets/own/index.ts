import { loadHalf } from "../blind.ts";
import { type Case, type Harmless, toCases } from "../corpus-case.ts";
import { awkward, spaced } from "./awkward.ts";
import { commands } from "./commands.ts";
import { configFiles } from "./config-files.ts";
import { connections } from "./connections.ts";
import { pemKeys, wrapped } from "./keys-and-wrappers.ts";
import { knownFormats } from "./known-formats.ts";
import { languages } from "./languages.ts";
import { onceBlindCases, onceBlindHarmless } from "./once-blind/index.ts";
import { prose } from "./prose.ts";
import { random16 } from "./random-16.ts";
import { sentences } from "./sentences.ts";
import { sourceCode } from "./source-code.ts";
import { toolOutput } from "./tool-output.ts";

/** Written beside the rules. */
const SECRETS = {
  "known-formats": knownFormats,
  "source-code": sourceCode,
  "config-files": configFiles,
  "awkward-passwords": awkward,
  passphrases: spaced,
  prose,
  "command-lines": commands,
  "connection-strings": connections,
  "pem-and-keys": pemKeys,
  wrapped,
  languages,
  "random-16": random16,
  sentences,
  "tool-output": toolOutput,
} as const;

/** Blind halves that were measured once and have been read since then; once-blind is the first. */
const READ = ["second", "third", "fourth", "fifth", "sixth", "seventh"];
const read = await Promise.all(
  READ.map(async (name) => ({ name, half: await loadHalf(`${import.meta.dir}/${name}-blind`) })),
);

/** This half may be used to improve the rules; the other half (../blind) may not. */
export const ownCases = (seed: number): Case[] => [
  ...Object.entries(SECRETS).flatMap(([group, templates]) => toCases(group, templates, seed)),
  ...onceBlindCases(seed).map((one) => ({ ...one, id: `once-blind ${one.id}` })),
  ...read.flatMap(({ name, half }) =>
    (half?.cases(seed) ?? []).map((one) => ({ ...one, id: `${name}-blind ${one.id}` })),
  ),
];

export const ownHarmless = (seed: number): Harmless[] => [
  ...onceBlindHarmless(seed),
  ...read.flatMap(({ half }) => half?.harmless(seed) ?? []),
];
