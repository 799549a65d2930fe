/** One schema per event: what the client sends, in its own snake_case. */
import { z } from "zod";
import { EVENTS } from "./event-table.ts";
import { factsOf, type HookEventName } from "./events.ts";
import { common, commonKinds, type FieldKind, fieldKinds, isAsDeclared, mayBeMissing } from "./fields.ts";

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

const declared = new Map<HookEventName, readonly (readonly [string, FieldKind])[]>();

/** The fields of an event but its name and session, in the schema's order. */
function declaredOf(event: HookEventName): readonly (readonly [string, FieldKind])[] {
  const known = declared.get(event);
  if (known !== undefined) return known;
  const fields: (readonly [string, FieldKind])[] = Object.entries({
    ...commonKinds,
    ...factsOf(event).fields,
  });
  declared.set(event, fields);
  return fields;
}

/** What the event's schema would give for input that is as declared; undefined for any other, which the schema judges. */
export function plainFields(event: HookEventName, body: object): Record<string, unknown> | undefined {
  const input = body as Record<string, unknown>;
  if (typeof input.session_id !== "string" || input.session_id === "") return undefined;
  const fields: Record<string, unknown> = { hook_event_name: event, session_id: input.session_id };
  for (const [name, kind] of declaredOf(event)) {
    if (Object.hasOwn(input, name)) {
      if (!isAsDeclared[kind](input[name])) return undefined;
      fields[name] = input[name];
    } else if (!mayBeMissing.has(kind)) return undefined;
  }
  for (const name of Object.keys(input))
    if (!Object.hasOwn(fields, name) && name !== "__proto__") fields[name] = input[name];
  return fields;
}
