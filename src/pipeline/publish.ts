/** Tells whoever watches (the page, `GET /api/live`) what has happened. Called while somebody does; nothing waits for it. */

import type { HookInput } from "../clients/index.ts";
import { toLiveEvent } from "../history/live/live-events.ts";
import type { RecordBatch } from "../store/records/records.ts";
import type { HookCall } from "./call.ts";
import type { Services } from "./services.ts";

export function publishEvent(input: HookInput, batch: RecordBatch, { live }: Services): void {
  live.publish(toLiveEvent(input, batch));
}

export function publishAnswered({ at }: HookCall, ms: number, { live }: Services): void {
  live.publish({ type: "answered", at, ms: Number(ms.toPrecision(3)) });
}
