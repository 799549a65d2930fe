/** The original of a settings file, so that uninstalling restores it byte for byte. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type SettingsFile, writeSettings } from "./file.ts";

const schema = z.object({
  version: z.literal(1),
  file: z.string(),
  /** Base64 of the bytes; null if there was no file. */
  original: z.base64().nullable(),
  mode: z.number().int().nullable(),
  /** The outermost folder that Pawl created for the file. */
  createdDir: z.string().nullable(),
  /** SHA-256 of what Pawl wrote; null once others have edited the file. */
  written: z.string().nullable(),
  installedAt: z.string(),
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

/** Every file that still has Pawl's hooks. */
export function recordedFiles(installsDir: string): string[] {
  if (!existsSync(installsDir)) return [];
  const files = readdirSync(installsDir).flatMap((name) => readFile(join(installsDir, name))?.file ?? []);
  // The records' names are digests: by them the order would differ from one machine to the next.
  return files.sort();
}

export function writeRecord(installsDir: string, record: InstallRecord): void {
  mkdirSync(installsDir, { recursive: true, mode: 0o700 });
  writeSettings(
    recordFile(installsDir, record.file),
    Buffer.from(`${JSON.stringify(record, null, 2)}\n`),
    0o600,
  );
}

export function deleteRecord(installsDir: string, target: string): void {
  rmSync(recordFile(installsDir, target), { force: true });
}

/**
 * Writes a file that the client writes too. The original is kept when the entry is new, and still known when nobody but
 * Pawl has written since.
 */
export function writeRecorded(
  before: SettingsFile,
  bytes: Buffer,
  { installsDir, now, isNew }: { installsDir: string; now: () => Date; isNew: boolean },
): void {
  const known = readRecord(installsDir, before.target);
  const isOnTop = known !== undefined && before.bytes !== undefined && known.written === sha256(before.bytes);
  if (isNew || isOnTop) {
    writeRecord(installsDir, {
      version: 1,
      file: before.target,
      original: isOnTop ? known.original : (before.bytes?.toString("base64") ?? null),
      mode: before.mode ?? null,
      createdDir: isOnTop ? known.createdDir : null,
      written: sha256(bytes),
      installedAt: now().toISOString(),
    });
  }
  writeSettings(before.target, bytes, before.mode ?? 0o600);
}
