/**
 * Gives a project a history, for `bench/walk.ts`: `bun bench/walk/history.ts FOLDER`. It is a process of its own,
 * so that what it executes is not measured.
 */

import { openTestApp } from "../../src/daemon/test-app.ts";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { wordIndexIn } from "../../src/store/index/lazy-index.ts";
import { playing } from "../../test/memory-session.ts";
import { memory } from "../../test/temp-store.ts";

const dir = process.argv[2] ?? "";
await using app = await openTestApp({ dir });

await memoriesIn(app.store).saveMemory(
  memory("project://rules/rounding", "Round invoice totals half to even.", { project: dir, priority: 1 }),
);
await memoriesIn(app.store).saveMemory(
  memory("project://invoices", "Invoice numbers restart each January.", { project: dir }),
);

// A failure and its fix, then a green test run.
const first = playing(app, "first");
await first.start();
await first.ask("The invoice totals in the billing module are rounded wrongly, fix the rounding");
await first.fail("bun test billing", "error: expected 10.12, received 10.13 in src/billing/rounding.ts");
await first.edit("src/billing/rounding.ts", "Math.floor(total)", "roundHalfEven(total)");
await first.print("bun test billing", "12 pass\n0 fail");
await first.stop({ last_assistant_message: "Invoice totals are rounded half to even in rounding.ts now." });
await first.end();

const second = playing(app, "second");
await second.start();
await second.ask("Let the invoice numbers restart in January. We decided to keep the year in the number.");
await second.edit("src/billing/numbers.ts", "next(last)", "next(last, year)");
await second.edit("src/billing/rounding.ts", "total", "sum");
await second.stop({
  last_assistant_message: "Invoice numbers restart each January; numbers.ts keeps the year.",
});
await second.end();

const third = playing(app, "third");
await third.start();
await third.ask("Print the customer's address on the invoice");
await third.write("src/billing/address.ts", "export const lines = (address) => address.split('\\n');\n");
await third.edit("src/billing/print.ts", "print(total)", "print(address, total)");
await third.fail("bun test print", "error: Cannot find module './address' from src/billing/print.ts");
await third.edit("src/billing/print.ts", "'./address'", "'./address.ts'");
await third.print("bun test print", "3 pass\n0 fail");
await third.fail("bun run unit", 'error: Script not found "unit"');
await third.run("bun run test:unit");
await third.stop({ last_assistant_message: "The address is printed above the total." });
await third.end();

// In daily use all but the newest records are indexed when somebody asks.
while ((await wordIndexIn(app.store).indexWords()) > 0);
