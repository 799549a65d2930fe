/** The original of a settings file, so that uninstalling restores it byte for byte. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { PRIVATE, type SettingsFile, writeSettings } from "./file.ts";

const schema = z.object({
  version: z.literal(1),
  file: z.string(),
  /** Base64 of the bytes; null if there was no file. */
  original: z.base64().nullable(),
  mode: z.number().int().nullable(),
  /** The outermost folder that Pawl created for the file. */
  createdDir: z.string().nullable(),
  /** SHA-256 of Pawl's own text; null once others have edited the file. */
  written: z.string().nullable(),
});

export type InstallRecord = z.infer<typeof schema>;

export function sha256(bytes: Uint8Array | string): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

function recordFile(installsDir: string, target: string): string {
  return join(installsDir, `${sha256(target)}.json`);
}

export function readRecord(installsDir: string, target: string): InstallRecord | undefined {
  return readFile(recordFile(installsDir, target));
}

/** Undefined if it is missing or damaged: uninstalling then only removes Pawl's entries. */
function readFile(path: string): InstallRecord | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

/** All files that still contain Pawl's hooks. */
export function recordedFiles(installsDir: string): string[] {
  if (!existsSync(installsDir)) return [];
  const files = readdirSync(installsDir).flatMap((name) => readFile(join(installsDir, name))?.file ?? []);
  // The records' names are digests, so their order would differ between machines.
  return files.sort();
}

export function deleteRecord(installsDir: string, target: string): void {
  rmSync(recordFile(installsDir, target), { force: true });
}

interface RecordOptions {
  installsDir: string;
  /** The file contains nothing of Pawl's yet. */
  isFirst: boolean;
  /** The outermost folder that was created for the file. */
  createdDir: string | null;
  mode: number;
}

/**
 * Writes a file with Pawl's entries. The first original survives later changes. It can be restored only if Pawl alone has
 * edited the file since. If the record is lost, there is no original to keep.
 */
export function writeRecorded(before: SettingsFile, text: string, options: RecordOptions): void {
  const { installsDir, isFirst, createdDir, mode } = options;
  const content = before.bom + text;
  const known = readRecord(installsDir, before.target);
  const isOnTop = known !== undefined && before.bytes !== undefined && known.written === sha256(before.bytes);
  const first: InstallRecord = {
    version: 1,
    file: before.target,
    original: before.bytes?.toString("base64") ?? null,
    mode: before.mode ?? null,
    createdDir: createdDir ?? known?.createdDir ?? null,
    written: null,
  };
  const record = isFirst && !isOnTop ? first : known;
  // The record first: if the write fails, the record does not match the file and is ignored.
  if (record !== undefined) {
    const written = isFirst || isOnTop ? sha256(content) : null;
    mkdirSync(installsDir, { recursive: true, mode: 0o700 });
    const json = JSON.stringify({ ...record, written }, null, 2);
    writeSettings(recordFile(installsDir, record.file), `${json}\n`, PRIVATE);
  }
  writeSettings(before.target, content, mode);
}
