/** The parts of the command line that need no program. */

import { describe, expect, test } from "bun:test";
import { asked, observation, prompt, response, seen } from "../../test/contract/fixtures.ts";
import { memory, openTempStore, PROJECT } from "../../test/temp-store.ts";
import { settingsWarnings } from "../clients/claude-code/settings/warnings.ts";
import { unifiedDiff } from "../clients/settings/diff.ts";
import { notStrict } from "../clients/settings/document.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import { CommandInput, UsageError } from "./command.ts";
import { type ExportFormat, exportAll } from "./export.ts";
import { priorityIn } from "./memory/action.ts";
import { plain } from "./output.ts";
import { toTrustSentence } from "./user-hooks/sub-command.ts";

describe("options", () => {
  test("a limit is a whole number from 1", () => {
    const limit = (value?: string) => new CommandInput({ limit: value }).limit(20);
    expect([limit(undefined), limit("1"), limit("50")]).toEqual([20, 1, 50]);
    for (const value of ["0", "-1", "1.5", "many"]) expect(() => limit(value)).toThrow(UsageError);
  });

  test("a priority is a number, 0 included", () => {
    const priority = (value?: string) => priorityIn(new CommandInput({ priority: value }));
    expect([priority(undefined), priority("0"), priority("10")]).toEqual([undefined, 0, 10]);
    for (const value of ["", " ", "high"]) expect(() => priority(value)).toThrow(UsageError);
  });

  test("a flag is no text", () =>
    expect(["a", true, undefined].map((value) => new CommandInput({ value }).text("value"))).toEqual([
      "a",
      undefined,
      undefined,
    ]));
});

test("escape sequences of a session do not reach the terminal; lines and tabs do", () => {
  expect(plain("a\u001b[31mb\u0007\u009b\tc\nd\r")).toBe("a[31mb\tc\nd");
});

test("what is to be done about a project's hooks is said only where there is something", () => {
  expect(toTrustSentence({ state: "unknown" }, 1)).toContain("1 hook that");
  expect(toTrustSentence({ state: "unknown" }, 2)).toContain("2 hooks that");
  expect(toTrustSentence({ state: "changed", changes: ["a", "b"] }, 2)).toContain("a, b");
  expect(toTrustSentence({ state: "trusted" }, 2)).toBeUndefined();
  expect(toTrustSentence({ state: "empty" }, 0)).toBeUndefined();
});

describe("the difference that is shown", () => {
  test("is none where nothing differs", () => expect(unifiedDiff("f", "a\n", "a\n")).toBe(""));

  test("has three lines around a change, and numbers as patch reads them", () => {
    const before = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`).join("\n");
    const after = before.replace("line 6", "line six\nand more");
    expect(unifiedDiff("f", `${before}\n`, `${after}\n`).split("\n")).toEqual([
      "--- f",
      "+++ f",
      "@@ -3,7 +3,8 @@",
      " line 3",
      " line 4",
      " line 5",
      "-line 6",
      "+line six",
      "+and more",
      " line 7",
      " line 8",
      " line 9",
      "",
    ]);
  });

  test("of two changes that are far apart has two hunks; of a new file one that begins at 0", () => {
    const before = Array.from({ length: 20 }, (_, i) => `${i + 1}`).join("\n");
    const diff = unifiedDiff("f", before, before.replace("2\n", "two\n").replace("19", "nineteen"));
    expect(diff.match(/^@@.*@@$/gm)).toEqual(["@@ -1,5 +1,5 @@", "@@ -16,5 +16,5 @@"]);
    expect(unifiedDiff("f", "", "a\nb\n")).toContain("@@ -0,0 +1,2 @@\n+a\n+b\n");
  });

  test("never shows a token", () => {
    expect(unifiedDiff("f", "", '"Authorization": "Bearer abc123"\n')).toContain('Bearer …"');
  });
});

describe("what keeps the client from running hooks", () => {
  const url = "http://127.0.0.1:4000/hook";
  const entries = [{ event: "Stop", hook: { type: "http", url } }] as never;
  const codes = (doc: string) =>
    [...notStrict(doc, "It"), ...settingsWarnings(doc, entries)].map(({ code }) => code);

  test("is a comment or an extra comma, a switch, or a list of addresses without Pawl's", () => {
    expect(codes("{}")).toEqual([]);
    expect(codes('{ "a": 1, }')).toEqual(["settings_ignored"]);
    expect(codes("{ // why\n }")).toEqual(["settings_ignored"]);
    expect(codes('{ "disableAllHooks": true }')).toEqual(["hooks_disabled"]);
    expect(codes('{ "disableAllHooks": false }')).toEqual([]);
    expect(codes('{ "allowedHttpHookUrls": [] }')).toEqual(["http_hooks_blocked"]);
    expect(codes('{ "allowedHttpHookUrls": ["https://a.b/*"] }')).toEqual(["http_hooks_blocked"]);
    expect(codes(`{ "allowedHttpHookUrls": ["${url}"] }`)).toEqual([]);
    expect(codes('{ "allowedHttpHookUrls": ["http://127.0.0.1:*"] }')).toEqual([]);
    expect(codes('{ "allowedHttpHookUrls": ["http://127x0.0.1:*"] }')).toEqual(["http_hooks_blocked"]);
  });
});

describe("export", () => {
  async function filled() {
    const temp = await openTempStore();
    const { store } = temp;
    await memoriesIn(store).saveMemory(memory("project://rules/tabs", "Indent with tabs."));
    await recordsIn(store).record({
      ...asked("late", 20, '=SUM(A1), "quoted"'),
      observations: [
        observation("late", 21, { ok: false, response: "has ``` in it", files: ["a.ts", "b.ts"] }),
      ],
      responses: [response("late", 22, "Done.\nAll of it.")],
    });
    await recordsIn(store).record(asked("early", 10, "First"));
    await recordsIn(store).record({ session: seen("early", 11) });
    const all = async (format: ExportFormat) => {
      let text = "";
      for await (const part of exportAll(store, format)) text += part;
      return text;
    };
    return { ...temp, all };
  }

  test("JSON has everything, sessions oldest first", async () => {
    await using temp = await filled();
    const { memories, solutions, sessions } = JSON.parse(await temp.all("json"));
    expect(memories).toMatchObject([
      { uri: "project://rules/tabs", versions: [{ version: 1 }], relations: [] },
    ]);
    expect(solutions).toEqual([]);
    expect(sessions.map((one: { session: { id: string } }) => one.session.id)).toEqual(["early", "late"]);
  });

  test("CSV has one line a record, and nothing that a spreadsheet would run", async () => {
    await using temp = await filled();
    const lines = (await temp.all("csv")).split("\r\n");
    expect(lines[0]).toBe("type,session,project,at,tool,ok,files,text,response");
    expect(lines[1]).toBe(
      `memory,,${PROJECT},1970-01-01T00:00:00.001Z,project://rules/tabs,,,Indent with tabs.,`,
    );
    expect(lines[2]).toBe(`prompt,early,${PROJECT},1970-01-01T00:00:00.010Z,,,,First,`);
    expect(lines[3]).toBe(`prompt,late,${PROJECT},1970-01-01T00:00:00.020Z,,,,"'=SUM(A1), ""quoted""",`);
    expect(lines[4]).toContain(',Bash,false,a.ts b.ts,"{""command"":""npm test""}",has ``` in it');
  });

  test.each(["=1+1", " =1", "\u3000=1", "＝1+1", "＋1", "－1", "＠x", "\t=1", "\n=1", "@x", "-1"])(
    "CSV writes %j as text, which no spreadsheet calculates",
    async (text) => {
      await using temp = await openTempStore();
      await recordsIn(temp.store).record({ session: seen("s", 1), prompts: [prompt("s", 2, text)] });
      let csv = "";
      for await (const part of exportAll(temp.store, "csv")) csv += part;
      expect(csv).toContain(`'${text}`);
    },
  );

  test("Markdown fences an answer so that its own fences stay inside", async () => {
    await using temp = await filled();
    const text = await temp.all("md");
    expect(text).toContain("````\nhas ``` in it\n````");
    expect(text).toContain("- ✗ `Bash: npm test`");
    expect(text).toContain("> Done.\n> All of it.");
    expect(text.indexOf("> First")).toBeLessThan(text.indexOf("SUM"));
  });
});
