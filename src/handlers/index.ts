import type { Handlers } from "./context.ts";
import { sessionEnd } from "./session-end.ts";
import { sessionStart } from "./session-start.ts";
import { stop } from "./stop.ts";

/** What Pawl itself does about an event, beyond recording it. */
export const handlers: Handlers = {
  SessionStart: sessionStart,
  Stop: stop,
  SessionEnd: sessionEnd,
};

export type { Handler, HandlerContext, Handlers } from "./context.ts";
export { projectContext } from "./project-context.ts";
export { summarize, summaryLines } from "./summarize.ts";
