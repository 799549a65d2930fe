/** One schema per event: what the client sends, in its own snake_case. */
import { z } from "zod";
import { EVENTS } from "./event-table.ts";
import { factsOf, type HookEventName } from "./events.ts";
import { common, type FieldKind, fieldKinds } from "./fields.ts";

type Shape<F> = { [K in keyof F]: F[K] extends FieldKind ? (typeof fieldKinds)[F[K]] : never };

export type InputSchema<E extends HookEventName> = z.ZodObject<
  { hook_event_name: z.ZodLiteral<E> } & typeof common & Shape<(typeof EVENTS)[E]["fields"]>,
  z.core.$loose
>;

/** What every event has, whichever it is: for documents. */
export const anyHookInput = z.looseObject({ hook_event_name: z.string(), session_id: z.string() });

export function isHookEvent(name: string): name is HookEventName {
  return Object.hasOwn(EVENTS, name);
}

type AnyInput = z.ZodType<Record<string, unknown>>;

const created = new Map<HookEventName, AnyInput>();

/** Created when its event first comes: a daemon never sees most of them, and each takes memory. */
export function schemaOf(event: HookEventName): AnyInput {
  const known = created.get(event);
  if (known !== undefined) return known;
  const fields = Object.entries(factsOf(event).fields).map(([name, kind]) => [name, fieldKinds[kind]]);
  const schema = z.looseObject({
    hook_event_name: z.literal(event),
    ...common,
    ...Object.fromEntries(fields),
  });
  created.set(event, schema);
  return schema;
}
