/** How long the daemon is silent during an import with the first prompt after it. */
import { writeTranscript } from "../../test/faults/records.ts";
import { sampleText } from "../sample.ts";
import { type Figure, ofNumber } from "./figures.ts";
import { projectRoot } from "./made-sessions.ts";
import type { RunningDaemon } from "./running-daemon.ts";
import { watchSilence } from "./watch-silence.ts";

const SESSIONS = 30;
const CALLS = 100;

export async function measureImport(daemon: RunningDaemon): Promise<Figure[]> {
  const { HOME = "" } = daemon.pawl.env;
  for (let i = 0; i < SESSIONS; i++)
    writeTranscript(HOME, `imported-${i}`, CALLS, sampleText(i).slice(0, 4000));
  const watch = watchSilence(daemon);
  const { exitCode, stderr } = await daemon.pawl.run(["import", "--since", "2001-01-01"]);
  if (exitCode !== 0) throw new Error(`pawl import ended with ${exitCode}: ${stderr}`);
  const { wall } = await daemon.hook({
    session_id: "after-import",
    transcript_path: `${projectRoot(0)}/.sessions/after-import.jsonl`,
    cwd: projectRoot(0),
    permission_mode: "default",
    hook_event_name: "UserPromptSubmit",
    prompt: "What did we say about the order of the steps?",
  });
  // Whoever asks waits for the answer, even if others get theirs meanwhile: it counts as silence too.
  const silence = Math.max(wall, await watch.stop());
  return [
    ofNumber("import + first prompt: longest silence (wall)", silence, " ms"),
    ofNumber("the first prompt after an import (wall)", wall, " ms"),
  ];
}
