import { recordsIn } from "../../src/store/records/queries.ts";

Object.assign(process.stdout, { isTTY: true });

const { drawFrame } = await import("../../src/cli/ui/frame.ts");
const { recentItems } = await import("../../src/cli/ui/items.ts");
const { previewLines } = await import("../../src/cli/ui/items.ts");
const { pawlHome } = await import("../../src/platform/paths.ts");
const { openStore } = await import("../../src/store/open.ts");

const [columns = 100, rows = 24] = process.argv.slice(2).map(Number);
const now = Date.UTC(2026, 2, 10, 12);
const store = await openStore(pawlHome());
const items = await recentItems(store, now);
const records = await recordsIn(store).session(items[0]?.sessionId ?? "");
await store.close();
const state = {
  query: "",
  shownQuery: "\u001b[7m \u001b[27m",
  items,
  selected: 0,
  preview: records === undefined ? undefined : previewLines(records),
  isReading: false,
  scrolled: 0,
  now,
};
await Bun.write(Bun.stdout, `${drawFrame(state, { columns, rows })}\n`);
