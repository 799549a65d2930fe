/** Records what the user allowed and refused, by kind of call. The reason stays in the call, where the user gave it. */

import { callInBody } from "../../clients/index.ts";
import type { SessionMaterial } from "../../store/records/material.ts";
import type { SessionRecords } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { inputField } from "../../text/input-text.ts";
import { knowledgeIn } from "../sql/index.ts";
import { aboutOf, decisionsIn } from "./permissions.ts";

const MOST_REFUSED = 1000;

export async function learnPermissions(
  store: Store,
  session: SessionMaterial,
  records: SessionRecords,
): Promise<void> {
  const { project, id: sessionId } = records.session;
  const asked = askedIn(records);
  for (const key of await ranSinceRefused(store, records)) asked.add(key);
  for (const { call, decision } of decisionsIn(session, asked)) {
    const { key, at, toolName } = call;
    const subject = aboutOf(call) ?? "";
    await knowledgeIn(store).addPermission({ key, project, sessionId, at, toolName, subject, decision });
  }
}

/** Commands that ran although the same line was refused before: the user or the settings allow them now. */
async function ranSinceRefused(store: Store, { session, observations }: SessionRecords): Promise<string[]> {
  const { project } = session;
  const refused = await knowledgeIn(store).permissions({
    project,
    toolName: "Bash",
    decision: "deny",
    limit: MOST_REFUSED,
  });
  if (refused.length === 0) return [];
  return observations
    .filter(({ toolName, ok, at, input }) => {
      if (toolName !== "Bash" || !ok) return false;
      const command = inputField(input, "command")?.trim().replace(/\s+/g, " ");
      return refused.some((one) => one.command === command && one.at < at);
    })
    .map(({ key }) => key);
}

/** Calls for which the client asked the user. The request has no call id, so its words must match. */
function askedIn({ events, observations }: SessionRecords): Set<string> {
  const asked = new Set<string>();
  for (const { event, at, body } of events) {
    if (event !== "PermissionRequest") continue;
    const request = callInBody(body);
    const call = observations.find(
      (one) =>
        one.at >= at &&
        one.toolName === request?.toolName &&
        one.input === request.toolInput &&
        !asked.has(one.key),
    );
    if (call !== undefined) asked.add(call.key);
  }
  return asked;
}
