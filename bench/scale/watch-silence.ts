/** How long the daemon answers nothing while something else goes on. */
import { projectRoot } from "./made-sessions.ts";
import type { RunningDaemon } from "./running-daemon.ts";

const EVERY_MS = 5;

/** The longest time between a tool call's end, which is stored, and the answer. */
export function watchSilence(daemon: RunningDaemon) {
  let longest = 0;
  let round = 0;
  let isRunning = true;
  const running = (async () => {
    while (isRunning) {
      const from = performance.now();
      await daemon.hookItself({
        session_id: "watch",
        transcript_path: `${projectRoot(0)}/.sessions/watch.jsonl`,
        cwd: projectRoot(0),
        permission_mode: "default",
        hook_event_name: "PostToolUse",
        tool_name: "Read",
        tool_input: { file_path: `${projectRoot(0)}/a.ts` },
        tool_use_id: `toolu_watch_${from}_${round++}`,
        tool_response: { text: "as it is" },
      });
      longest = Math.max(longest, performance.now() - from);
      await Bun.sleep(EVERY_MS);
    }
  })();
  return {
    async stop(): Promise<number> {
      isRunning = false;
      await running;
      return longest;
    },
  };
}
