/** Text that nobody wrote for this bench: what lies on the machine. It is read when the bench runs and never kept. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { toolCallsIn } from "./transcripts.ts";

export interface RealText {
  source: string;
  text: string;
}

/** Longer files are mostly generated; their first part says enough. */
const MOST_OF_A_FILE = 400_000;
const MOST_OF_A_SOURCE = 15_000_000;

const ROOT = join(import.meta.dir, "..", "..");

/** A source is left out where the machine does not have it. */
const FOLDERS: [source: string, folder: string, files: string][] = [
  ["dependencies", `${ROOT}/node_modules`, "**/*.{js,mjs,cjs,ts,mts,cts,tsx,md,css,html,json}"],
  [
    "lock files",
    ROOT,
    "{package-lock.json,node_modules/**/{yarn,Cargo}.lock,node_modules/**/pnpm-lock.yaml}",
  ],
  ["minified", `${ROOT}/node_modules`, "**/*.min.{js,css,mjs}"],
  ["manual pages", "/usr/share/man", "**/*.gz"],
  ["documents", "/usr/share/doc", "**/*.{gz,txt,md,html}"],
  ["Python", "/usr/lib", "python3*/**/*.py"],
  ["cloud tools", "/usr/lib/google-cloud-sdk", "**/*.{py,yaml,json}"],
  ["Perl", "/usr/share/perl", "**/*.{pm,pl}"],
  ["C", "/usr/include", "**/*.h"],
  ["Vim", "/usr/share/vim", "**/*.{vim,txt}"],
  ["translations", "/usr/share", "**/*.{po,xml,desktop,php,tcl}"],
  ["completions", "/usr/share/bash-completion", "**/*"],
  ["lists and logs", "/var", "{lib/dpkg/info/*.{list,md5sums,postinst},log/**/*.log}"],
];

function textOf(path: string): string {
  const bytes = readFileSync(path);
  const plain = path.endsWith(".gz") ? Bun.gunzipSync(bytes) : bytes;
  return new TextDecoder().decode(plain.subarray(0, MOST_OF_A_FILE));
}

function* filesOf(source: string, folder: string, files: string): Generator<RealText> {
  let bytes = 0;
  let paths: string[] = [];
  try {
    paths = [...new Glob(files).scanSync({ cwd: folder, followSymlinks: false })].sort();
  } catch {
    return;
  }
  // Spread over the whole folder, not its first files.
  const size = (path: string) => Math.min(MOST_OF_A_FILE, statSync(join(folder, path)).size);
  const total = paths.reduce((sum, path) => sum + size(path), 0);
  const every = Math.max(1, Math.floor(total / MOST_OF_A_SOURCE));
  for (let at = 0; at < paths.length && bytes < MOST_OF_A_SOURCE; at += every) {
    try {
      const text = textOf(join(folder, paths[at] ?? ""));
      bytes += text.length;
      if (!text.includes("\0")) yield { source, text };
    } catch {
      // A link that leads nowhere, or a file that is not what its name says.
    }
  }
}

export async function* realTexts(sessions: readonly string[]): AsyncGenerator<RealText> {
  for (const directory of sessions) {
    for await (const { texts } of toolCallsIn(directory))
      for (const text of texts) yield { source: "sessions", text };
  }
  for (const folder of FOLDERS) yield* filesOf(...folder);
}
