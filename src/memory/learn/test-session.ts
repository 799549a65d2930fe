/** Records for tests of learning and recall: calls one second apart, as a session would leave them. */
import type { Observation, Prompt, Response } from "../records/records.ts";
import type { SessionMaterial } from "./types.ts";

export const PROJECT = "/home/ada/shop";

interface MadeUpSession extends SessionMaterial {
  prompts: Prompt[];
  observations: Observation[];
  responses: Response[];
}

export function createSession(sessionId: string, startsAt = Date.UTC(2026, 0, 5)) {
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
    const made = { ...entry("tool"), toolName, ok, input: JSON.stringify(input), response, files };
    session.observations.push(made);
    return made;
  };
  return {
    session,
    call,
    ask: (text: string) => void session.prompts.push({ ...entry("prompt"), text }),
    answer: (text: string) => void session.responses.push({ ...entry("response"), text }),
    run: (command: string, output = "") => call("Bash", { command }, true, output),
    fail: (command: string, output: string) => call("Bash", { command }, false, `Exit code 1\n${output}`),
    edit: (file: string, before: string, after: string) =>
      call("Edit", { file_path: `${PROJECT}/${file}`, old_string: before, new_string: after }, true, "done", [
        `${PROJECT}/${file}`,
      ]),
    write: (file: string, content: string) =>
      call("Write", { file_path: `${PROJECT}/${file}`, content }, true, "done", [`${PROJECT}/${file}`]),
  };
}
