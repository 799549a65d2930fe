import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messagesFor } from "../../locale/index.ts";
import { createSameProject } from "../../platform/same-project.ts";
import { placeOf } from "../place.ts";
import { emptyHandoff, type Handoff, handoffSchema, mapTexts } from "../workflow/handoff.ts";
import { isFinished } from "../workflow/state.ts";
import { findWork } from "../works.ts";
import { handoffAtStart } from "./at-start.ts";

let dir = "";
beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-handed-")));
  mkdirSync(join(dir, "project"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const HANDED: Handoff = {
  ...emptyHandoff,
  session: "s-ann",
  from: "ann",
  to: null,
  at: 1,
  project: null,
  branch: null,
  workflow: {
    type: "standard",
    stage: "ARCH",
    done: 1,
    total: 2,
    feature: "labels",
    stages: { PLAN: { status: "completed" }, ARCH: { status: "active", mode: "spec for Zebra" } },
  },
  request: null,
  state: null,
  open: [],
  decisions: [],
  files: [],
};

const start = (session: string, handed: Handoff) =>
  handoffAtStart({
    folder: undefined,
    team: [JSON.stringify(handed)],
    same: createSameProject({ file: join(dir, "projects.json") }),
    project: join(dir, "project"),
    at: 2,
    messages: messagesFor("en"),
    root: join(dir, "root"),
    session,
    cwd: join(dir, "project"),
  });
const found = (id: string) => findWork(join(dir, "root"), { id, place: placeOf(join(dir, "project")) });

test("the receiver's session goes on with the workflow itself; running work is not replaced", async () => {
  expect((await start("s-bob", HANDED))?.text).toContain("standard, ARCH");
  const one = found("s-bob");
  if (one.kind !== "one") throw new Error(one.kind);
  expect(one.work.state).toMatchObject({
    workflowType: "standard",
    currentStage: "ARCH",
    featureName: "labels",
    stages: { PLAN: { status: "completed" }, ARCH: { status: "active", mode: "spec for Zebra" } },
    sessions: ["s-ann", "s-bob"],
  });
  expect(isFinished(one.work.state)).toBe(false);
  const other = { ...HANDED, workflow: { ...HANDED.workflow, type: "quick" } as Handoff["workflow"] };
  await start("s-carl", other);
  expect(found("s-carl")).toMatchObject({ work: { state: { workflowType: "standard" } } });
});

test("an older version's handoff brings its sentence only, and no stage's text leaves unread", async () => {
  const { stages: _stages, ...sentence } = HANDED.workflow ?? { type: "", stage: null, done: 0, total: 0 };
  const old = handoffSchema.parse({ ...HANDED, workflow: { ...sentence, type: "tdd" } });
  expect((await start("s-dora", old))?.text).toContain("tdd");
  const changed = mapTexts(HANDED, (text) => text.replace("Zebra", "[REDACTED]"));
  expect(changed.workflow?.stages?.ARCH).toEqual({ status: "active", mode: "spec for [REDACTED]" });
});
