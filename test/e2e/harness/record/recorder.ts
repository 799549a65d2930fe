import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { HOOK_EVENTS } from "@anthropic-ai/claude-agent-sdk";

export type EventName = (typeof HOOK_EVENTS)[number];
export type HookInput = Record<string, unknown> & { hook_event_name: EventName };

/** A shell snippet per event that runs after the input is saved, for events that need an answer. */
export type Answers = Partial<Record<EventName, string>>;

/** A hook on WorktreeCreate takes over the creation, so only one scenario uses it. */
const ON_REQUEST: readonly EventName[] = ["WorktreeCreate"];

export interface Recorder {
  /** Settings with a recording hook on every event. */
  settings: { hooks: Record<string, unknown[]> };
  /** All inputs recorded so far, in order of arrival. */
  inputs(): Promise<HookInput[]>;
}

/** Records each hook input in its own file, so that parallel hooks cannot mix their lines. */
export async function openRecorder(folder: string, answers: Answers = {}): Promise<Recorder> {
  await mkdir(folder, { recursive: true });
  const hooks: Record<string, unknown[]> = {};
  for (const event of HOOK_EVENTS) {
    if (ON_REQUEST.includes(event) && answers[event] === undefined) continue;
    const save = `cat > '${folder}'/$(date +%s%N)-$$.json`;
    const command = answers[event] === undefined ? save : `${save}; ${answers[event]}`;
    hooks[event] = [{ hooks: [{ type: "command", command, timeout: 20 }] }];
  }
  return {
    settings: { hooks },
    async inputs() {
      const names = (await readdir(folder)).sort();
      const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
      return texts.filter((text) => text !== "").map((text) => JSON.parse(text) as HookInput);
    },
  };
}
