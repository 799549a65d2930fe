/** Shared records for people to read: what each says, whose it is, and where it stands on this machine. */

import type { Store } from "../store/store.ts";
import { lineOf } from "./preview.ts";
import type { SharedBody } from "./records/record.ts";
import { teamIn } from "./sql/index.ts";

export async function shownRecords(
  store: Store,
  filter: Parameters<ReturnType<typeof teamIn>["listTeamHeads"]>[0],
) {
  const heads = (await teamIn(store).listTeamHeads(filter)).filter(({ body }) => body !== undefined);
  return Promise.all(
    heads.map(async ({ project, id, rev, kind, author, at, state, body }) => {
      const link = (await teamIn(store).teamLinks({ project, id })).find((one) => one.kind === "memory");
      const text = lineOf(JSON.parse(body ?? "{}") as SharedBody);
      const place = link === undefined ? {} : { uri: link.key, folder: link.folder };
      return { project, id, rev, kind, author, at, state, text, ...place };
    }),
  );
}
