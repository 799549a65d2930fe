/** A session as a document: what comes first within one moment, and what is cut. */
import { expect, test } from "bun:test";
import { toSessionMarkdown } from "../../history/session-markdown.ts";
import type { Injection, Observation, Prompt, Response, Session } from "../../store/records/records.ts";

const entry = (at: number) => ({ key: `k${at}`, sessionId: "s1", at, redaction: 0 });
const session = {
  id: "s1",
  project: "/p",
  startedAt: 1,
  lastEventAt: 9,
  status: "active",
} as unknown as Session;
const call = (more: Partial<Observation> = {}): Observation => ({
  ...entry(2),
  ...{ toolName: "Bash", ok: true, input: '{"command":"npm test"}', response: "fine", files: [] },
  ...more,
});
const made = (parts: Partial<Parameters<typeof toSessionMarkdown>[0]>) =>
  toSessionMarkdown({
    ...{
      session,
      prompts: [],
      observations: [],
      responses: [],
      injections: [],
      formatTime: (at) => `t${at}`,
    },
    ...parts,
  });

test("within one moment: what was asked, what was told, what was done, what was answered", () => {
  const text = made({
    prompts: [{ ...entry(2), text: "Ask" } as Prompt],
    injections: [{ event: "Stop", at: 2, text: "Told", tokens: 3 } as Injection],
    observations: [call()],
    responses: [{ ...entry(2), text: "Answer" } as Response],
  });
  const places = ["> Ask", "Told", "npm test", "> Answer"].map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(text).toContain("*Pawl told the model (Stop, 3 tokens):*");
  expect(text).toContain("- From t1 to t9");
});

test("a failed call has its error, cut at 1,500 characters; a good one has no output", () => {
  expect(made({ observations: [call()] })).toContain("- ✓ `Bash: npm test`\n");
  expect(made({ observations: [call()] })).not.toContain("fine");
  const failed = (length: number) =>
    made({ observations: [call({ ok: false, response: "e".repeat(length) })] });
  expect(failed(1500)).toContain(`- ✗ \`Bash: npm test\`\n\n\`\`\`\n${"e".repeat(1500)}\n\`\`\``);
  expect(failed(1501)).not.toContain("e".repeat(1501));
});

test("a session without a prompt has no title; what a subagent was asked is not the title", () => {
  expect(made({})).toStartWith("# Session\n");
  const prompts = [
    { ...entry(1), text: "Look", agentId: "a1" },
    { ...entry(2), text: "Do *this*" },
  ] as Prompt[];
  const text = made({ prompts, observations: [call({ agentId: "a1", agentType: "explorer" })] });
  expect(text).toStartWith("# Do \\*this\\*\n");
  expect(text).toContain("### Task of subagent `a1`");
  expect(text).toContain("(subagent explorer)");
});

test("what is quoted cannot end its own quotation", () => {
  const fenced = (response: string) => made({ observations: [call({ ok: false, response })] });
  expect(fenced("a ``` b")).toContain("````\na ``` b\n````");
  expect(fenced("a ````` b")).toContain("``````\na ````` b\n``````");
  expect(fenced("a `` b")).toContain("```\na `` b\n```");
  const named = made({ session: { ...session, project: "/a`b" } });
  expect(named).toContain("- Project: `` /a`b ``");
});
