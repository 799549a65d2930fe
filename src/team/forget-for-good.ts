/** Deletes copies of forgotten records, all at once: the store then rewrites its file, so that no byte stays. */

import { PawlError } from "../platform/errors.ts";
import type { Store } from "../store/store.ts";
import { teamIn } from "./sql/index.ts";
import type { TeamLink } from "./sql/types.ts";

const TRIES = 40;
const PAUSE_MS = 250;

export async function forgetForGood(store: Store, links: readonly TeamLink[]): Promise<void> {
  const memories = links
    .filter(({ kind }) => kind === "memory")
    .map(({ key, folder }) => ({ uri: key, project: folder }));
  const solutions = links.filter(({ kind }) => kind === "solution").map(({ key }) => `solution-${key}`);
  for (const link of links) if (link.kind === "derived") await teamIn(store).dropTeamLink(link);
  for (let turn = 1; ; turn++) {
    try {
      return await teamIn(store).forgetTeamCopies({ memories, solutions });
    } catch (error) {
      // Another process is reading right now; the bytes are deleted when it has finished.
      if (!(error instanceof PawlError) || error.code !== "forget_unfinished" || turn === TRIES) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}
