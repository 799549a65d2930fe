/**
 * `npm run bench`: one table; all its figures are measured side by side in this run.
 *
 *   --quick             fewer rounds, for CI
 *   --check             exit code 1 if a target is missed
 *   --peer claude-mem   also installs that package into a temporary folder and runs its hooks
 */
import { parseArgs } from "node:util";
import { describeMachine } from "./machine.ts";
import { measureDaemon } from "./measure/daemon.ts";
import { measureHookProcess } from "./measure/hook-process.ts";
import { measurePeer } from "./measure/peer.ts";
import { measureToolCall } from "./measure/tool-call.ts";
import { missed, type Row, toMarkdown } from "./table.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    peer: { type: "string" },
  },
});
const { quick, check, peer } = values;
if (peer !== undefined && peer !== "claude-mem") {
  console.error(`No peer is called ${peer}. Use --peer claude-mem.`);
  process.exit(2);
}

console.log(`${describeMachine()}\n`);
const rows: Row[] = [
  ...(await measureToolCall(quick ? { rounds: 2, calls: 18, most: 2 } : { rounds: 8, calls: 20, most: 1.5 })),
  ...(await measureHookProcess({ times: quick ? 40 : 100 })),
  ...(await measureDaemon({ atOnce: quick ? 500 : 2000 })),
  ...(peer === undefined ? [] : await measurePeer({ times: quick ? 8 : 20 })),
];
console.log(toMarkdown(rows));

const broken = missed(rows);
for (const { what, limit } of broken)
  console.error(`Missed: ${what}: ${limit?.text}, measured ${limit?.value}`);
if (check && broken.length > 0) process.exit(1);
