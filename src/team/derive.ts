/** Knowledge from a project's sessions, as records to share: fixed failures, pitfalls, commands. Rebuilt from digests. */
import type { Cure, SessionDigest } from "../memory/digest/types.ts";
import { remedyOf } from "../memory/learn/failure-cures.ts";
import { pitfallsIn } from "../recall/blocks/pitfalls.ts";
import { createPast } from "../recall/past/past.ts";
import { usualCommands } from "../recall/past/start-items.ts";
import { COUNTED_SESSIONS } from "./records/knowledge.ts";
import type { BodyOf, SharedBody } from "./records/record.ts";

interface Derived {
  /** Identifies the item, even if its wording changes. */
  key: string;
  at: number;
  body: SharedBody;
}

export function derive(digests: readonly SessionDigest[]): Derived[] {
  const past = createPast(digests);
  const newest = past.sessions[0]?.lastAt ?? 0;
  const pitfalls = pitfallsIn(past.sessions).map(
    ({ key, text, at }): Derived => ({ key: `pitfall\n${key}`, at, body: { kind: "pitfall", key, text } }),
  );
  const commands = usualCommands(past).map(({ uri, text }): Derived => {
    const command = uri.slice("command://".length);
    const purpose = /^(\w+): `/.exec(text)?.[1];
    return {
      key: `command\n${command}`,
      at: newest,
      body: { kind: "command", command, ...(purpose === undefined ? {} : { purpose }) },
    };
  });
  return [...solutions(past.sessions), ...pitfalls, ...commands];
}

function solutions(sessions: readonly SessionDigest[]): Derived[] {
  const found = new Map<string, { body: BodyOf<"solution">; sessions: Set<string> }>();
  // Newest first: the newest wording is shared.
  for (const { sessionId, failures } of sessions) {
    for (const { observation: _, openedIn: __, cure, ...failure } of failures) {
      if (cure === undefined) continue;
      const key = solutionKey(failure.key, cure);
      const known = found.get(key) ?? {
        body: { kind: "solution", failure: { ...failure, cure }, sessions: 1 },
        sessions: new Set<string>(),
      };
      known.sessions.add(sessionId);
      found.set(key, known);
    }
  }
  return [...found].map(([key, { body, sessions: seen }]) => ({
    key,
    at: body.failure.at,
    body: { ...body, sessions: Math.min(seen.size, COUNTED_SESSIONS) },
  }));
}

/** The name of a fixed failure. `failure`: its key, which is also the fingerprint of the solution in the store. */
export const solutionKey = (failure: string, cure: Cure): string =>
  `solution\n${failure}\n${cure.kind} ${remedyOf(cure)}`;
