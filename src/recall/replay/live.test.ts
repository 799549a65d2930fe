import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../store/open.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { ENOUGH_SESSIONS, liveReport } from "./live.ts";

const PROJECT = "/home/ada/shop";
const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 0, 5);

async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), "pawl-live-"));
  const store = await openStore({ database: join(dir, "pawl.db") });
  try {
    return await use(store);
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Reads `looks` files, then edits one; with an injected file that it edits. */
async function addSession(store: Store, day: number, looks: number, group?: { heldOut: boolean }) {
  const id = `s${day}`;
  const start = FIRST + day * DAY;
  const entry = (kind: string, n: number) => ({
    key: `${id}/${kind}/${n}`,
    sessionId: id,
    at: start + n,
    redaction: 1,
  });
  const call = (n: number, toolName: string, file: string) => ({
    ...entry("tool", n),
    toolName,
    ok: true,
    input: JSON.stringify({ file_path: `${PROJECT}/${file}` }),
    response: "done",
    files: [`${PROJECT}/${file}`],
  });
  await recordsIn(store).record({
    session: { id, project: PROJECT, cwd: PROJECT, at: start },
    prompts: [{ ...entry("prompt", 1), text: "Go on" }],
    observations: [
      ...Array.from({ length: looks }, (_, n) => call(10 + n, "Read", `src/look${n}.ts`)),
      call(900, "Edit", `src/file${day % 4}.ts`),
    ],
    events:
      group === undefined
        ? []
        : [{ ...entry("event", 0), event: "pawl:holdout", body: JSON.stringify(group) }],
  });
  if (group?.heldOut === true) return;
  const sources = [{ uri: "file://x", type: "hot-file", reason: "", tokens: 7 }];
  await recordsIn(store).addInjection({
    sessionId: id,
    event: "SessionStart",
    at: start,
    text: `src/file${day % 4}.ts`,
    tokens: 7,
    sources,
  });
}

test("used and control by week and kind, from the user's own store", () =>
  withStore(async (store) => {
    for (let day = 0; day < 8; day++) await addSession(store, day, 1);
    const { sessions, kinds, weeks, holdout } = await liveReport(store);
    expect(sessions).toBe(8);
    expect(kinds).toMatchObject([{ kind: "hot-file", items: 8, used: 1 }]);
    // Sessions 1 to 7 draw from the files that the earlier ones edited: none of 1, 2 and 3, then 1 of 4.
    expect(kinds[0]?.control).toBeCloseTo(1 / 7, 3);
    expect(weeks.map(({ week, items }) => [week, items])).toEqual([
      ["2026-01-12", 1],
      ["2026-01-05", 7],
    ]);
    expect(holdout).toMatchObject({ heldOut: 0, treated: 0, enough: false });
  }));

test("held-out and treated sessions are compared, with an interval that says how sure it is", () =>
  withStore(async (store) => {
    for (let day = 0; day < 2 * ENOUGH_SESSIONS; day++) {
      const heldOut = day % 2 === 0;
      await addSession(store, day, heldOut ? 6 + (day % 3) : 1 + (day % 3), { heldOut });
    }
    const { holdout } = await liveReport(store);
    expect(holdout).toMatchObject({ heldOut: ENOUGH_SESSIONS, treated: ENOUGH_SESSIONS, enough: true });
    const [failures, calls, tokens] = holdout.measures;
    expect(failures).toMatchObject({ heldOut: 0, treated: 0, difference: [0, 0] });
    expect((calls?.heldOut ?? 0) - (calls?.treated ?? 0)).toBeCloseTo(5, 0);
    expect(calls?.difference?.[1]).toBeLessThan(-3);
    expect(tokens).toMatchObject({ heldOut: 0, treated: 7, difference: [7, 7] });
  }));
