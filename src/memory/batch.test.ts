import { expect, test } from "bun:test";
import { parseHookInput } from "../protocol/index.ts";
import { toBatch } from "./batch.ts";

test("of an event of megabytes only as much is searched for secrets as is kept", () => {
  let searched = 0;
  const redact = {
    text: (text: string) => text,
    json: (value: unknown) => {
      searched += JSON.stringify(value).length;
      return value;
    },
    version: 1,
  };
  const input = parseHookInput({
    hook_event_name: "PermissionRequest",
    session_id: "s",
    tool_name: "Write",
    tool_input: { file_path: "/x", content: "word ".repeat(1_000_000) },
  });
  const [event] = toBatch(input, { at: 1, project: "", cwd: "", redact }).events ?? [];
  expect(event?.body).toContain("/x");
  expect(event?.body.length).toBeGreaterThan(20_000);
  expect(searched).toBeLessThan(30_000);
});
