/** Records for tests: calls one second apart, as a session would leave them. */

import type { SessionMaterial } from "../src/store/records/material.ts";
import type { Observation, Prompt, Response } from "../src/store/records/records.ts";

export const PROJECT = "/home/ada/shop";

interface MadeUpSession extends SessionMaterial {
  prompts: Prompt[];
  observations: Observation[];
  responses: Response[];
}

export function createSession(sessionId: string, startsAt = Date.UTC(2026, 2, 1)) {
  const session: MadeUpSession = {
    sessionId,
    project: PROJECT,
    prompts: [],
    observations: [],
    responses: [],
  };
  let at = startsAt;
  const entry = (kind: string) => {
    at += 1000;
    return { key: `${sessionId}/${kind}/${at}`, sessionId, at, redaction: 1 };
  };
  const call = (toolName: string, input: object, ok: boolean, response: string, files: string[] = []) => {
    const made: Observation = {
      ...entry("tool"),
      toolName,
      ok,
      input: JSON.stringify(input),
      response,
      files,
    };
    session.observations.push(made);
    return made;
  };
  return {
    session,
    call,
    ask: (text: string) => void session.prompts.push({ ...entry("prompt"), text }),
    answer: (text: string) => void session.responses.push({ ...entry("response"), text }),
    /** As hooks and transcripts hold it. */
    run: (command: string, stdout = "") =>
      call(
        "Bash",
        { command },
        true,
        JSON.stringify({ stdout, stderr: "", interrupted: false, isImage: false }),
      ),
    fail: (command: string, output: string, code = 1) =>
      call("Bash", { command }, false, `Exit code ${code}\n${output}`),
    edit: (file: string, before: string, after: string) =>
      call("Edit", { file_path: `${PROJECT}/${file}`, old_string: before, new_string: after }, true, "done", [
        `${PROJECT}/${file}`,
      ]),
    write: (file: string, content: string) =>
      call("Write", { file_path: `${PROJECT}/${file}`, content }, true, "done", [`${PROJECT}/${file}`]),
    read: (file: string, missing = "") =>
      call("Read", { file_path: `${PROJECT}/${file}` }, missing === "", missing === "" ? "1\tx" : missing, [
        `${PROJECT}/${file}`,
      ]),
  };
}

export type TestSession = ReturnType<typeof createSession>;
