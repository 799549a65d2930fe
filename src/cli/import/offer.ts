/** The first start: memory need not start empty where Claude Code has written sessions down. */
import { createInterface } from "node:readline/promises";
import { claudeConfigDir, pawlHome } from "../../platform/paths.ts";
import { saveImportMark } from "../../services/import/import-mark.ts";
import { findTranscripts, projectsDir } from "../../transcripts/find.ts";
import { withStore } from "../open-store.ts";
import { print } from "../output.ts";
import { programName } from "../program-name.ts";
import { importAndReport } from "./command.ts";

/** Asks only a person, and only as long as nothing is remembered. */
export async function offerImport(): Promise<void> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return;
  if ((await withStore((store) => store.stats())).sessions > 0) return;
  const folder = projectsDir(claudeConfigDir());
  const found = await findTranscripts([folder]);
  if (found.length === 0) return;
  const megabytes = found.reduce((sum, { size }) => sum + size, 0) / 1e6;
  const size = `${found.length} transcripts, ${megabytes.toFixed(1)} MB`;
  if (await agrees(`Claude Code has written down earlier sessions (${size}). Remember them too? [Y/n] `)) {
    await importAndReport({ paths: [folder], asJson: false });
  } else {
    saveImportMark(pawlHome(), { at: Date.now(), declined: true });
    print(`${programName()} import does it later.`);
  }
}

async function agrees(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^\s*(y(es)?)?\s*$/i.test(await terminal.question(question));
  } finally {
    terminal.close();
  }
}
