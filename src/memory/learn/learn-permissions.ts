/** What the user allowed and refused, by kind of call. The reason stays with the call, where the user gave it. */

import { callInBody } from "../../clients/index.ts";
import type { SessionMaterial } from "../../store/records/material.ts";
import type { SessionRecords, Store } from "../../store/store.ts";
import { aboutOf, decisionsIn } from "./permissions.ts";

export async function learnPermissions(
  store: Store,
  session: SessionMaterial,
  records: SessionRecords,
): Promise<void> {
  const { project, id: sessionId } = records.session;
  for (const { call, decision } of decisionsIn(session, askedIn(records))) {
    const { key, at, toolName } = call;
    const subject = aboutOf(call) ?? "";
    await store.addPermission({ key, project, sessionId, at, toolName, subject, decision });
  }
}

/** The calls that the client asked the user about; the request names no call, so its words have to. */
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
