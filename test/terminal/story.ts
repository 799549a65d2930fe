/** Two days in a small shop, recorded at fixed times: what the transcripts show. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { toDigest } from "../../src/memory/digest/build.ts";
import { digestsIn, memoriesIn } from "../../src/memory/sql/index.ts";
import { homeAt } from "../../src/platform/paths.ts";
import { wordIndexIn } from "../../src/store/index/lazy-index.ts";
import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import type { Observation } from "../../src/store/records/records.ts";
import { observation, prompt, response, seen } from "../contract/fixtures.ts";

const MINUTE = 60_000;

/** `home` is the user's; returns the project's folder. */
export async function recordStory(home: string): Promise<string> {
  const project = join(home, "code", "shop");
  mkdirSync(project, { recursive: true });
  const store = await openStore(homeAt(join(home, ".pawl")));
  const file = (name: string) => join(project, name);
  const edit = (name: string, before: string, after: string): Partial<Observation> => ({
    toolName: "Edit",
    input: JSON.stringify({ file_path: file(name), old_string: before, new_string: after }),
    response: "done",
    files: [file(name)],
  });
  const run = (command: string, stdout: string): Partial<Observation> => ({
    input: JSON.stringify({ command }),
    response: JSON.stringify({ stdout, stderr: "" }),
  });
  const fail = (command: string, output: string): Partial<Observation> => ({
    input: JSON.stringify({ command }),
    ok: false,
    response: `Exit code 1\n${output}`,
  });

  async function session(
    id: string,
    at: number,
    more: { client?: string; branch: string },
    asked: readonly string[],
    calls: readonly Partial<Observation>[],
    answer: string,
  ): Promise<void> {
    const prompts = asked.map((text, index) => prompt(id, at + index * 20 * MINUTE, text));
    const observations = calls.map((call, index) => observation(id, at + (index + 1) * MINUTE, call));
    const responses = answer === "" ? [] : [response(id, at + 45 * MINUTE, answer)];
    await recordsIn(store).record({
      session: seen(id, at, { project, cwd: project, transcriptPath: `/t/${id}`, ...more }),
      prompts,
      observations,
      responses,
    });
    await recordsIn(store).endSession(id, at + 46 * MINUTE, "exit");
    await digestsIn(store).saveDigest(
      toDigest({ sessionId: id, project, branch: more.branch, prompts, observations, responses }),
    );
  }

  await session(
    "11112222-3333-4444-5555-666677778888",
    Date.UTC(2026, 2, 9, 14),
    { client: "codex", branch: "main" },
    ["Write down how amounts are rounded"],
    [edit("docs/rounding.md", "", "# Rounding\n\nHalf to even.")],
    "docs/rounding.md says it now.",
  );
  await session(
    "aaaabbbb-cccc-dddd-eeee-ffff00001111",
    Date.UTC(2026, 2, 10, 9, 30),
    { branch: "round-totals" },
    [
      "Round the totals of an invoice to whole cents, and say in the answer which tests cover it and what is left to do",
      "And the tax, 請一併四捨五入",
    ],
    [
      edit("src/totals.ts", "return sum;", "const cents = Math.round(sum * 100);\nreturn cents / 100;"),
      fail("npm test", "src/totals.test.ts:\nError: expected 1.005 to round to 1.01, got 1"),
      edit("src/totals.ts", "Math.round(sum * 100)", "Math.round((sum + Number.EPSILON) * 100)"),
      run("npm test", "12 pass\n0 fail"),
      fail("npm run lint", "src/tax.ts:3:1: error: 'rate' is assigned a value but never used"),
      run(
        'git commit -am "Round totals to whole cents"',
        "[round-totals 1a2b3c4] Round totals to whole cents",
      ),
      {
        toolName: "TodoWrite",
        input: JSON.stringify({
          todos: [{ content: "Describe the rounding in the README", status: "pending" }],
        }),
      },
    ],
    "Totals are rounded to whole cents. The tests pass; lint still complains about `rate` in src/tax.ts.",
  );
  await recordsIn(store).addInjection({
    sessionId: "aaaabbbb-cccc-dddd-eeee-ffff00001111",
    event: "UserPromptSubmit",
    at: Date.UTC(2026, 2, 10, 9, 30) + 1,
    text: "<pawl-memory>\nNotes.\n- Amounts are rounded in src/totals.ts\n</pawl-memory>",
    tokens: 38,
    sources: [{ uri: "session://one", type: "past-turn", reason: "", tokens: 38 }],
  });
  await memoriesIn(store).saveMemory({
    uri: "project://notes/rounding",
    project,
    content: "src/totals.ts rounds half to even, as the tax office wants it.",
    priority: 3,
    origin: "user",
    redaction: 1,
    at: Date.UTC(2026, 2, 9),
    author: "user",
  });
  await wordIndexIn(store).indexWords();
  await store.close();
  return project;
}
