/** Messages between a work thread and the thread that started it. */

import type { SessionDigest } from "../../memory/digest/types.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import type { ErrorParams } from "../../platform/errors.ts";
import type { SharedValues } from "../../redact/known-values.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Queries } from "../../store/store.ts";
import { forgettingIn } from "../../team/sql/forget.ts";
import type { BackgroundWork } from "./work.ts";

/** Reads and writes that grow with the store. */
export const FAR_QUERIES = [
  far(recordsIn, "stats"),
  far(forgettingIn, "previewForget", "forgetItems", "forget", "finishForgetting"),
  far(memoriesIn, "expireMemories"),
];

export type Method = (...args: unknown[]) => Promise<unknown>;
type FarMethod = "stats" | "previewForget" | "forgetItems" | "forget" | "finishForgetting" | "expireMemories";

function far<P extends object>(queries: Queries<P>, ...names: (keyof P & FarMethod)[]) {
  return { queries: queries as unknown as Queries<Record<string, Method>>, names: names as FarMethod[] };
}

export type Task = keyof BackgroundWork | FarMethod;

export interface WorkPlace {
  /** Pawl's home. */
  home: string;
  database: string;
  claudeDir: string;
}

export type ToThread =
  | { type: "open"; place: WorkPlace }
  | {
      type: "do";
      id: number;
      task: Task;
      args: unknown[];
      /** The user's own redaction rules, which may change while the daemon runs. */
      userRules: string;
    }
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

export interface SentError {
  message: string;
  stack?: string | undefined;
  /** Of a PawlError. */
  code?: string | undefined;
  hint?: string | undefined;
  params?: ErrorParams | undefined;
}
