import { expect, test } from "bun:test";
import { toSessionMarkdown } from "./session-markdown.ts";

const base = { sessionId: "s1", redaction: 1 };
const session = {
  id: "s1",
  project: "/p",
  cwd: "/p",
  startedAt: 1,
  lastEventAt: 9,
  status: "active" as const,
  client: "claude-code",
};

const story = {
  session,
  prompts: [{ ...base, key: "p", at: 2, text: "Round <b>totals</b>\nplease" }],
  observations: [
    {
      ...base,
      key: "o",
      at: 4,
      toolName: "Bash",
      ok: false,
      input: '{"command":"echo `x`"}',
      response: "```\nbroken",
      files: [],
    },
  ],
  responses: [{ ...base, key: "r", at: 5, text: "Done.\n# not a heading" }],
  injections: [{ sessionId: "s1", event: "SessionStart", at: 1, text: "told", tokens: 3, sources: [] }],
  formatTime: (at: number) => `t${at}`,
};

test("a session as Markdown holds everything, in order", () => {
  const text = toSessionMarkdown(story);
  const places = ["told", "> Round", "echo", "broken", "> Done."].map((piece) => text.indexOf(piece));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(text).toContain("From t1 to t9");
});

test("what is quoted cannot end its quotation or become a heading", () => {
  const text = toSessionMarkdown(story);
  expect(text).toContain("# Round \\<b\\>totals");
  expect(text).toContain("````\n```\nbroken\n````");
  expect(text).toContain("`` Bash: echo `x` ``");
  expect(text).not.toMatch(/^# not a heading/m);
});
