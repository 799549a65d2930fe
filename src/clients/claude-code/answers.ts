/** The types of a hook's answer, from the table: strict, so that a typo does not compile. */
import type { ANSWER, AnswerKind, PERMISSION, SPECIFIC } from "./answer-table.ts";
import type { HookEventName } from "./events.ts";

type Field<K extends AnswerKind> = K extends readonly (infer Word)[]
  ? Word
  : K extends "text"
    ? string
    : K extends "flag"
      ? boolean
      : K extends "number"
        ? number
        : K extends "texts"
          ? string[]
          : K extends "list"
            ? // biome-ignore lint/suspicious/noExplicitAny: the client's own records, which the Agent SDK types
              any[]
            : K extends "record"
              ? Record<string, unknown>
              : unknown;

type Fields<T extends Readonly<Record<string, AnswerKind>>> = { -readonly [K in keyof T]?: Field<T[K]> };

type Specific = {
  [E in Exclude<keyof typeof SPECIFIC, "WorktreeCreate">]: { hookEventName: E } & Fields<
    (typeof SPECIFIC)[E]
  >;
} & {
  /** The only event with a required field. */
  WorktreeCreate: { hookEventName: "WorktreeCreate"; worktreePath: string };
  PermissionRequest: {
    hookEventName: "PermissionRequest";
    decision:
      | ({ behavior: "allow" } & Fields<(typeof PERMISSION)["allow"]>)
      | ({ behavior: "deny" } & Fields<(typeof PERMISSION)["deny"]>);
  };
};

/** What a hook script may answer: the client's format, for one event or for any. */
export type HookAnswer<E extends HookEventName = HookEventName> =
  | { async: true; asyncTimeout?: number }
  | (Fields<typeof ANSWER> & { hookSpecificOutput?: Specific[E & keyof Specific] });
