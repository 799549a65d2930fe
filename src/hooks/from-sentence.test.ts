import { describe, expect, test } from "bun:test";
import { parseConfig, projectSource } from "./config/read.ts";
import { hookFromSentence, SENTENCES } from "./from-sentence.ts";

const hookOf = (sentence: string) => {
  const made = hookFromSentence(sentence);
  if (made === undefined) return undefined;
  const text = JSON.stringify({ hooks: { [made.event]: [made.group] } });
  const { config, findings } = parseConfig(text, projectSource("/p"));
  expect(findings).toEqual([]);
  return config.hooks[0];
};
const bash = (command: string) => ({
  tool_name: "Bash",
  tool_input: { command },
  cwd: "/p",
  hook_event_name: "PreToolUse",
});
const write = (file_path: string, tool_name = "Write") => ({
  tool_name,
  tool_input: { file_path },
  cwd: "/p",
});

describe("a sentence becomes a hook that is about what it says", () => {
  test.each([
    ["never push with force", bash("git push -uf origin main"), bash("git push origin main")],
    ["Don't force push!", bash('git -c x=y push "--force"'), bash("git push")],
    ["never edit generated/", write("generated/a.ts"), write("src/a.ts")],
    ["do not touch files in vendor", bash("rm vendor/x"), write("vendor/x", "Read")],
    ["never read .env", write(".env", "Read"), write("src/env.ts", "Read")],
    ["never run terraform destroy", bash("terraform -chdir=x destroy"), bash("terraform plan")],
    ["ask before running npm publish", bash("npm publish"), bash("npm test")],
    ["run npx prettier --write $FILE after edits", write("a.ts", "Edit"), bash("ls")],
  ])("%s", (sentence, yes, no) => {
    const hook = hookOf(sentence);
    expect(hook?.matches(yes, { projectDir: "/p" })).toBe(true);
    expect(hook?.matches(no, { projectDir: "/p" })).toBe(false);
  });
});

test("every sentence that is offered works, and another one is none", () => {
  for (const sentence of SENTENCES) expect(hookOf(sentence)).toBeDefined();
  expect(hookFromSentence("be nice")).toBeUndefined();
});
