/** A work thread: everything that takes longer than an answer may, on a connection of its own. */

import { userExclusion } from "../../hooks/config/user-settings.ts";
import type { SessionDigest } from "../../memory/digest/types.ts";
import { systemClock } from "../../platform/clock.ts";
import type { PawlError } from "../../platform/errors.ts";
import { offSpans } from "../../platform/off.ts";
import { homeAt } from "../../platform/paths.ts";
import { createProjectOf } from "../../platform/project.ts";
import { followKnownValues, type SharedValues, takeKnownValues } from "../../redact/known-values.ts";
import { redactor } from "../../redact/redactor.ts";
import { takeUserRules } from "../../redact/settings.ts";
import { openStore } from "../../store/open.ts";
import type { Store } from "../../store/store.ts";
import { leavingOut } from "../leave-out.ts";
import { type BackgroundWork, createWork } from "./work.ts";

export interface WorkPlace {
  /** Pawl's home. */
  home: string;
  claudeDir: string;
}

export type Task = keyof BackgroundWork;

export type ToThread =
  | { type: "open"; place: WorkPlace }
  /** `userRules`: the user's own redaction rules, which may change while the daemon runs. */
  | { type: "do"; id: number; task: Task; args: unknown[]; userRules: string }
  /** Secrets that sessions have shown, so that both threads know them. */
  | { type: "values"; shared: SharedValues }
  /** Break off what takes long. */
  | { type: "stop" }
  /** Finish everything, and end. */
  | { type: "end" };

export type FromThread =
  | { type: "done"; id: number; result: unknown }
  | { type: "failed"; id: number; error: SentError }
  | { type: "digest"; project: string; digest: SessionDigest }
  | { type: "progress"; task: Task; done: number; total: number }
  | { type: "values"; shared: SharedValues }
  | { type: "ended" };

/** A message keeps none of an error's own fields. */
export type SentError = Partial<Omit<PawlError, "name">> & { name: string; message: string };

declare const self: Worker;

/** Progress is for people: a few times a second. */
const PROGRESS_MS = 200;

interface Bench {
  store: Store;
  work: BackgroundWork;
}

const stop = new AbortController();
const running = new Set<Promise<void>>();
let place: WorkPlace | undefined;
let opened: Promise<Bench> | undefined;

followKnownValues((shared) => send({ type: "values", shared }));

self.onmessage = ({ data }: MessageEvent<ToThread>) => {
  if (data.type === "open") place = data.place;
  else if (data.type === "values") takeKnownValues(data.shared);
  else if (data.type === "stop") stop.abort();
  else if (data.type === "end") void end();
  else {
    takeUserRules(data.userRules);
    const task = perform(data).finally(() => running.delete(task));
    running.add(task);
  }
};

/** At the first task; again at the next one if it failed. */
function bench(): Promise<Bench> {
  if (place === undefined) throw new Error("The work thread does not know its store.");
  opened ??= open(place).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open({ home: dir, claudeDir }: WorkPlace): Promise<Bench> {
  const home = homeAt(dir);
  const exclusion = userExclusion(home);
  const store = leavingOut(await openStore({ ...home, mustExist: true }), exclusion);
  let saidAt = 0;
  const work = createWork({
    store,
    home,
    claudeDir,
    redact: redactor,
    projectOf: createProjectOf(),
    offSpans: (sessionId) => offSpans(home.off, sessionId),
    now: systemClock,
    onDigest: (project, digest) => send({ type: "digest", project, digest }),
    signal: stop.signal,
    onProgress(task, done, total) {
      const now = performance.now();
      if (now - saidAt < PROGRESS_MS && done < total) return;
      saidAt = now;
      send({ type: "progress", task, done, total });
    },
  });
  return { store, work };
}

async function perform({ id, task, args }: ToThread & { type: "do" }): Promise<void> {
  try {
    const { work } = await bench();
    const perform = work[task] as (...args: unknown[]) => Promise<unknown>;
    send({ type: "done", id, result: await perform(...args) });
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    send({ type: "failed", id, error: { ...(error as PawlError), name, message, ...(stack && { stack }) } });
  }
}

async function end(): Promise<void> {
  while (running.size > 0) await Promise.all(running);
  await (await opened?.catch(() => undefined))?.store.close();
  send({ type: "ended" });
}

function send(message: FromThread): void {
  self.postMessage(message);
}
