import { expect, test } from "bun:test";
import { playing } from "../../../test/memory-session.ts";
import { begin } from "../../../test/played-session.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { redactor } from "../../redact/redactor.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { handoffSchema } from "../workflow/handoff.ts";
import { updateWorkflow } from "../workflow-files.ts";
import { workOfSession } from "../works.ts";
import { packHandoff } from "./pack.ts";

test("a handoff has the session's workflow, open tasks and decisions, and no secret", async () => {
  await using app = await openTestApp();
  const secret = ["ghp", "x7Qm2Vb9Lk4Rt8Zp1Wn5Yc3Hd6Jf0SgAeUi2"].join("_");
  await playing(app, "s").ask("Let's go with Redis for the job queue, not RabbitMQ.");
  await begin(app, "s");
  const root = app.service.home.dir;
  const found = workOfSession(root, "s");
  if (found.kind !== "one") throw new Error(`no workflow: ${found.kind}`);
  const clientTasks = [
    { session: "s", id: "1", text: `Use ${secret}`, status: "pending" },
    { session: "s", id: "2", text: "Round the fees", status: "completed" },
  ];
  await updateWorkflow(found.work.folder, (state) => ({ ...state, clientTasks }));
  await playing(app, "s").ask(`Round the totals ${"and more ".repeat(400)}`);
  const records = await recordsIn(app.service.store).session("s");
  if (records === undefined) throw new Error("no session");
  const handoff = packHandoff({
    records,
    root,
    place: { project: app.dir, checkout: app.dir },
    from: "Ann",
    to: undefined,
    at: 5,
    project: null,
    redact: (text) => redactor.text(text),
  });
  expect(handoffSchema.parse(handoff)).toEqual(handoff);
  expect(handoff).toMatchObject({
    session: "s",
    from: "Ann",
    to: null,
    at: 5,
    workflow: { type: "standard", stage: found.work.state.currentStage, done: 1, total: 8 },
    open: ["Use [redacted:github]"],
    decisions: [expect.stringContaining("Redis")],
  });
  expect(handoff.request).toStartWith("Round the totals");
  expect(JSON.stringify(handoff)).not.toContain(secret);
});
