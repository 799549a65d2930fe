/** Tells whoever watches (the page, `GET /api/live`) what has happened. Called while somebody does; nothing waits for it. */
import type { RecordBatch } from "../memory/records/records.ts";
import type { HookInput } from "../protocol/index.ts";
import { toLiveEvent } from "../services/live/live-events.ts";
import type { HookCall } from "./call.ts";
import type { Services } from "./services.ts";

export function publishEvent(input: HookInput, batch: RecordBatch, { live }: Services): void {
  live.publish(toLiveEvent(input, batch));
}

export function publishAnswered({ at }: HookCall, ms: number, { live }: Services): void {
  live.publish({ type: "answered", at, ms: Number(ms.toPrecision(3)) });
}
