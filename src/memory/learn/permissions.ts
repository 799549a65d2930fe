/** What the user allowed and refused, by kind of call. Pawl only tells of it: it never allows anything by itself. */

import type { SessionMaterial } from "../../store/records/material.ts";
import type { Observation } from "../../store/records/records.ts";
import { inputField } from "../../text/input-text.ts";
import { quote } from "../../text/quote.ts";
import { commandsIn } from "./command-text.ts";
import { wasRefusedByUser } from "./refusal.ts";
import { plainCommand } from "./same-command.ts";
import type { PermissionFact } from "./types.ts";

interface DecisionSeen {
  call: Observation;
  decision: "allow" | "deny";
}

/** `asked`: keys of calls for which the user was asked, where that is known; without it nothing counts as allowed. */
export function decisionsIn(session: SessionMaterial, asked?: ReadonlySet<string>): DecisionSeen[] {
  return [...session.observations]
    .sort((a, b) => a.at - b.at)
    .flatMap((call): DecisionSeen[] => {
      if (!call.ok && isDenial(call.response)) return [{ call, decision: "deny" }];
      return call.ok && asked?.has(call.key) === true ? [{ call, decision: "allow" }] : [];
    });
}

export function permissionsIn(session: SessionMaterial, asked?: ReadonlySet<string>): PermissionFact[] {
  const facts = new Map<string, PermissionFact>();
  for (const { call, decision } of decisionsIn(session, asked)) {
    const provenance = { sessionId: session.sessionId, key: call.key, at: call.at };
    const name = callKind(call);
    const fact = facts.get(name) ?? { call: name, allowed: 0, denied: 0, provenance: [] };
    if (decision === "allow") fact.allowed++;
    else {
      fact.denied++;
      fact.lastDeniedAt = call.at;
      const reason = reasonIn(call.response);
      if (reason !== undefined) fact.reason = reason;
    }
    fact.provenance.push(provenance);
    facts.set(name, fact);
  }
  return [...facts.values()];
}

/** Stopping a running call is not refusing it. */
function isDenial(response: string): boolean {
  return wasRefusedByUser(response) && !/^\[?Request interrupted/i.test(response);
}

/** `Bash(git push)`, `Edit(.env)`, `WebFetch(example.com)`: what the next call of its kind is compared by. */
export function callKind(call: Pick<Observation, "toolName" | "input" | "files">): string {
  const about = aboutOf(call);
  return about === undefined ? call.toolName : `${call.toolName}(${quote(about, 120)})`;
}

/** What a call is about, by kind: a command's program, a file's name, a host. */
export function aboutOf({
  toolName,
  input,
  files,
}: Pick<Observation, "toolName" | "input" | "files">): string | undefined {
  if (toolName === "Bash") {
    const kinds = commandsIn(inputField(input, "command") ?? "").map((command) =>
      commandHead(plainCommand(command)),
    );
    // The last one is what the line is for; what stands before it prepares.
    return kinds.findLast((kind) => kind !== "cd" && kind !== "export") ?? kinds.at(-1);
  }
  if (files[0] !== undefined) return files[0].replaceAll("\\", "/").split("/").at(-1);
  const url = inputField(input, "url");
  return url === undefined ? undefined : /^\w+:\/\/([^/?#]+)/.exec(url)?.[1];
}

/** Programs whose second word says what they do. */
const WITH_VERB =
  /^(?:git|gh|npm|pnpm|yarn|bun|cargo|go|docker|kubectl|helm|terraform|aws|gcloud|az|pip3?|uv|poetry|brew|apt|apt-get|systemctl|mise|make|just|deno|dotnet|rails|php|claude)$/;

function commandHead(command: string): string {
  const [program = "", ...rest] = command.split(" ");
  const verb = rest.find((word) => /^[\w:.-]+$/.test(word) && !word.startsWith("-"));
  return WITH_VERB.test(program) && verb !== undefined ? `${program} ${verb}` : program;
}

/** The client quotes what the user said when refusing. */
export function reasonIn(response: string): string | undefined {
  const said =
    /(?:the user said|user provided the following reason[^:]*|to tell you how to proceed, the user said):\s*([\s\S]+)/i.exec(
      response,
    )?.[1];
  const text = said === undefined ? "" : quote(said.split(/\n\nNote: /)[0] ?? said, 200);
  return text === "" ? undefined : text;
}

export function mergePermissions(
  known: readonly PermissionFact[],
  seen: readonly PermissionFact[],
): PermissionFact[] {
  const merged = new Map(known.map((fact) => [fact.call, { ...fact, provenance: [...fact.provenance] }]));
  for (const fact of seen) {
    const same = merged.get(fact.call);
    if (same === undefined) {
      merged.set(fact.call, { ...fact, provenance: [...fact.provenance] });
      continue;
    }
    if (fact.provenance.every(({ key }) => same.provenance.some((known) => known.key === key))) continue;
    same.allowed += fact.allowed;
    same.denied += fact.denied;
    if (fact.lastDeniedAt !== undefined) {
      same.lastDeniedAt = Math.max(same.lastDeniedAt ?? 0, fact.lastDeniedAt);
      if (fact.reason !== undefined) same.reason = fact.reason;
    }
    same.provenance.push(...fact.provenance);
  }
  return [...merged.values()];
}
