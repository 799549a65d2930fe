/** The half of the corpus that is written without knowledge of the rules. README.md says how an entry looks. */
import { Glob } from "bun";
import {
  type Case,
  type Harmless,
  type HarmlessTemplate,
  type Template,
  toCases,
  toHarmless,
} from "./corpus-case.ts";

/** What a file in `blind/` exports by default: entries by group. */
export interface BlindFile {
  secrets?: Readonly<Record<string, readonly Template[]>>;
  harmless?: Readonly<Record<string, readonly HarmlessTemplate[]>>;
}

export interface BlindHalf {
  cases: (seed: number) => Case[];
  harmless: (seed: number) => Harmless[];
}

/** Undefined while nobody has written one. */
export async function loadBlindHalf(): Promise<BlindHalf | undefined> {
  return loadHalf(`${import.meta.dir}/blind`);
}

export async function loadHalf(folder: string): Promise<BlindHalf | undefined> {
  const names = await Array.fromAsync(new Glob("*.ts").scan(folder)).catch(() => []);
  const files: BlindFile[] = [];
  for (const name of names.filter((name) => !name.endsWith(".test.ts")).sort()) {
    const module: { default?: BlindFile } = await import(`${folder}/${name}`);
    if (module.default !== undefined) files.push(module.default);
  }
  if (files.length === 0) return undefined;
  return {
    cases: (seed) =>
      files.flatMap(({ secrets = {} }) =>
        Object.entries(secrets).flatMap(([group, templates]) => toCases(group, templates, seed)),
      ),
    harmless: (seed) =>
      files.flatMap(({ harmless = {} }) =>
        Object.entries(harmless).flatMap(([group, templates]) => toHarmless(group, templates, seed)),
      ),
  };
}
