/** An export as people read it: every part, to the letter. */

import { expect, test } from "bun:test";
import { asked, observation, response } from "../../test/contract/fixtures.ts";
import { memory, openTempStore, PROJECT } from "../../test/temp-store.ts";
import { knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import { type ExportFormat, exportAll } from "./export.ts";

async function exported(format: ExportFormat): Promise<string> {
  await using temp = await openTempStore();
  const { store } = temp;
  await memoriesIn(store).saveMemory(memory("project://rules/tabs", "Indent with tabs."));
  await memoriesIn(store).saveMemory(memory("user://me", "Says little.", { project: "", priority: 0 }));
  await knowledgeIn(store).saveSolution({
    project: PROJECT,
    fingerprint: "eaddrinuse",
    kind: "error",
    toolName: "Bash",
    errorSample: "EADDRINUSE: in use\nat listen",
    text: "npm run stop",
    steps: [],
    source: "user",
    redaction: 1,
    at: 2,
  });
  const decided = { toolName: "Bash", sessionId: "s", project: PROJECT };
  const refused = { subject: "git push", decision: "deny", reason: "not yet", at: 3 } as const;
  await knowledgeIn(store).addPermission({ ...decided, ...refused, key: "k1" });
  await knowledgeIn(store).addPermission({ ...decided, subject: "ls", decision: "allow", at: 4, key: "k2" });
  await recordsIn(store).record({
    ...asked("s", 10, "Round the totals"),
    observations: [observation("s", 11, { ok: true, files: ["a.ts"] })],
    responses: [response("s", 12, "Done.")],
  });
  await recordsIn(store).record(asked("t", 20, "Next"));
  let text = "";
  for await (const part of exportAll(store, format)) text += part;
  return text.replaceAll(PROJECT, "/shop").replaceAll("\r", "");
}

test("Markdown: memories, solutions, permissions, then the sessions", async () => {
  expect(await exported("md")).toMatchInlineSnapshot(`
    "# Memories

    ## user://me

    all projects, active, priority 0, 1970-01-01T00:00:00.001Z

    Says little.

    ## project://rules/tabs

    /shop, active, priority 5, 1970-01-01T00:00:00.001Z

    Indent with tabs.

    # Solutions

    ## EADDRINUSE: in use

    npm run stop

    Worked 0, failed 0 times.

    # Permissions

    - 1970-01-01T00:00:00.004Z allowed Bash(ls) (/shop)
    - 1970-01-01T00:00:00.003Z refused Bash(git push) (/shop)

    # Round the totals

    - Project: \`/shop\`
    - Session: \`s\`
    - From 1970-01-01T00:00:00.010Z to 1970-01-01T00:00:00.012Z

    ## Prompt

    > Round the totals

    - ✓ \`Bash: npm test\`

    \`\`\`
    {"command":"npm test"}
    \`\`\`

    \`\`\`
    all passed
    \`\`\`

    ### Answer

    > Done.

    # Next

    - Project: \`/shop\`
    - Session: \`t\`
    - From 1970-01-01T00:00:00.020Z to 1970-01-01T00:00:00.020Z

    ## Prompt

    > Next
    "
  `);
});

test("CSV: a line for each", async () => {
  expect(await exported("csv")).toMatchInlineSnapshot(`
    "type,session,project,at,tool,ok,files,text,response
    memory,,,1970-01-01T00:00:00.001Z,user://me,,,Says little.,
    memory,,/shop,1970-01-01T00:00:00.001Z,project://rules/tabs,,,Indent with tabs.,
    solution,,/shop,1970-01-01T00:00:00.002Z,Bash,,,"EADDRINUSE: in use
    at listen",npm run stop
    permission,s,/shop,1970-01-01T00:00:00.004Z,Bash,true,,ls,
    permission,s,/shop,1970-01-01T00:00:00.003Z,Bash,false,,git push,
    prompt,s,/shop,1970-01-01T00:00:00.010Z,,,,Round the totals,
    observation,s,/shop,1970-01-01T00:00:00.011Z,Bash,true,a.ts,"{""command"":""npm test""}",all passed
    response,s,/shop,1970-01-01T00:00:00.012Z,,,,Done.,
    prompt,t,/shop,1970-01-01T00:00:00.020Z,,,,Next,
    "
  `);
});
