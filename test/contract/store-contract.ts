/** The contract of every engine. One call runs all of it against a store that `open` returns, empty each time. */
import { afterEach, beforeEach, describe } from "bun:test";
import type { Store } from "../../src/store/store.ts";
import { activityContract } from "./activity-contract.ts";
import { archiveContract } from "./archive-contract.ts";
import { forgetContract } from "./forget-contract.ts";
import { knowledgeContract } from "./knowledge-contract.ts";
import { memoryContract } from "./memory-contract.ts";
import type { Opened } from "./opened.ts";
import { pageContract } from "./page-contract.ts";
import { proposalContract } from "./proposal-contract.ts";
import { recordContract } from "./record-contract.ts";
import { searchContract } from "./search-contract.ts";
import { sessionContract } from "./session-contract.ts";
import { transcriptOffsetContract } from "./transcript-offset-contract.ts";

/**
 * `open` opens the test's database, again when called again; `reset` runs after each test and removes it, so that
 * the next `open` starts empty.
 */
export function storeContract(name: string, open: () => Promise<Store>, reset: () => Promise<void>): void {
  describe(`store contract: ${name}`, () => {
    let handles: Store[] = [];

    beforeEach(async () => {
      handles = [await open()];
    });
    afterEach(async () => {
      for (const handle of handles) await handle.close();
      await reset();
    });

    const opened: Opened = {
      store() {
        const [first] = handles;
        if (first === undefined) throw new Error("only within a test");
        return first;
      },
      async another() {
        const handle = await open();
        handles.push(handle);
        return handle;
      },
    };
    recordContract(opened);
    sessionContract(opened);
    searchContract(opened);
    proposalContract(opened);
    pageContract(opened);
    activityContract(opened);
    memoryContract(opened);
    knowledgeContract(opened);
    archiveContract(opened);
    forgetContract(opened);
    transcriptOffsetContract(opened);
  });
}
