/** Records what the user allowed and refused, by kind of call. Pawl only reports it and never allows a call. */
import type { SessionMaterial } from "../../store/records/material.ts";
import type { Observation, Prompt } from "../../store/records/records.ts";
import { inputField } from "../../text/input-text.ts";
import { quote } from "../../text/quote.ts";
import { toSimpleCommands } from "../digest/shell-line.ts";

interface DecisionSeen {
  call: Observation;
  decision: "allow" | "deny";
}

/** `asked`: keys of calls for which the user was asked, if known; without it, no call counts as allowed. */
export function decisionsIn(session: SessionMaterial, asked?: ReadonlySet<string>): DecisionSeen[] {
  return [...session.observations]
    .sort((a, b) => a.at - b.at)
    .flatMap((call): DecisionSeen[] => {
      if (!call.ok && isDenial(call.response)) return [{ call, decision: "deny" }];
      return call.ok && asked?.has(call.key) === true ? [{ call, decision: "allow" }] : [];
    });
}

/** Stopping a running call is not a refusal. */
function isDenial(response: string): boolean {
  return wasRefusedByUser(response) && !/^\[?Request interrupted/i.test(response);
}

/** The subject of a call, by kind: a command's program, a file's name, a host. */
export function aboutOf({
  toolName,
  input,
  files,
}: Pick<Observation, "toolName" | "input" | "files">): string | undefined {
  if (toolName === "Bash") {
    const kinds = toSimpleCommands(inputField(input, "command") ?? "")
      .filter(({ after, words }) => after !== "|" && words.length > 0)
      .map(({ words }) => commandHead(words));
    // The last command is the purpose of the line; the ones before it prepare.
    return (
      kinds.findLast((kind) => kind !== "cd" && kind !== "export") ?? kinds.find((kind) => kind === "export")
    );
  }
  if (files[0] !== undefined) return files[0].replaceAll("\\", "/").split("/").at(-1);
  const url = inputField(input, "url");
  return url === undefined ? undefined : /^\w+:\/\/([^/?#]+)/.exec(url)?.[1];
}

/** Programs whose second word says what they do. */
const WITH_VERB =
  /^(?:git|gh|npm|pnpm|yarn|bun|cargo|go|docker|kubectl|helm|terraform|aws|gcloud|az|pip3?|uv|poetry|brew|apt|apt-get|systemctl|mise|make|just|deno|dotnet|rails|php|claude)$/;

function commandHead(words: readonly string[]): string {
  // `env A=1 go test` is `go test`.
  const first = words[0] === "env" ? words.findIndex((word, i) => i > 0 && !/^\w+=/.test(word)) : 0;
  const [program = "", ...rest] = words.slice(Math.max(0, first));
  const verb = rest.find((word) => /^[\w:.-]+$/.test(word) && !word.startsWith("-"));
  return WITH_VERB.test(program) && verb !== undefined ? `${program} ${verb}` : program;
}

/** A user's reason for refusing a call is typed like a prompt, so it may contain a rule. */
export function saidWhenRefusing(observations: readonly Observation[]): Prompt[] {
  return observations.flatMap((call) => {
    const text = !call.ok && isDenial(call.response) ? reasonIn(call.response) : undefined;
    const { key, sessionId, at, redaction, agentId } = call;
    return text === undefined || agentId !== undefined ? [] : [{ key, sessionId, at, redaction, text }];
  });
}

/** The client quotes the user's words in the refusal. */
export function reasonIn(response: string): string | undefined {
  const said =
    /(?:the user said|user provided the following reason[^:]*|to tell you how to proceed, the user said):\s*([\s\S]+)/i.exec(
      response,
    )?.[1];
  const text = said === undefined ? "" : quote(said.split(/\n\nNote: /)[0] ?? said, 200);
  return text === "" ? undefined : text;
}

// Decides whether a person refused a call.

/** The client's texts for a refusal by a person, in the conversation and in a subagent (2.0.64 to 2.1.325). */
const REFUSED_BY_USER =
  /user doesn't want to (?:proceed|take this action)|tool use was rejected|User denied (?:permission|via IDE)|User rejected tool use/i;

const MOST_SAID = 400;

/** True if a person refused the call. Rules and the client's automatic mode are not the user's decision about a call. */
function wasRefusedByUser(response: string): boolean {
  const said = response.slice(0, MOST_SAID);
  // A classifier's reason may quote what the user said long before.
  return (
    REFUSED_BY_USER.test(said) &&
    !/^(?:Error: )?(?:Permission for this (?:action|command)|Auto mode)/.test(said)
  );
}
