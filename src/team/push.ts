/** Sends the outbox. If an answer is lost, the version is sent again; the server recognises it and stores it once. */

import type { TeamParts } from "./parts.ts";
import type { PushAnswer, PushItem, TeamServer } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";
import type { OutboxItem, TeamHead } from "./sql/types.ts";

const AT_ONCE = 200;
/** In characters of base64: one push stays short enough for a slow connection. */
const LARGEST = 2_000_000;

interface Outgoing {
  item: OutboxItem;
  head?: TeamHead;
  push: PushItem;
}

/** How many were sent. `number`: the project's on the server. */
export async function pushProject(
  project: string,
  number: number,
  server: Pick<TeamServer, "push">,
  parts: TeamParts,
): Promise<number> {
  const { store } = parts;
  let sent = 0;
  for (;;) {
    const items = await teamIn(store).teamOutbox({ project, limit: AT_ONCE });
    if (items.length === 0) return sent;
    const batch = await toBatch(items, parts);
    const answers =
      batch.length === 0
        ? []
        : await server.push(
            number,
            batch.map(({ push }) => push),
          );
    for (const [place, outgoing] of batch.entries()) {
      const answer = answers[place];
      if (answer === undefined) throw new Error("the server left an answer out");
      await settle(outgoing, answer, parts);
      if (answer === "stored" || answer === "waiting") sent++;
    }
  }
}

async function toBatch(items: readonly OutboxItem[], parts: TeamParts): Promise<Outgoing[]> {
  const batch: Outgoing[] = [];
  let size = 0;
  for (const item of items) {
    const outgoing = await toOutgoing(item, parts);
    if (outgoing === undefined) {
      await teamIn(parts.store).settleOutbox(item.n);
      continue;
    }
    size += outgoing.push.body?.length ?? 0;
    if (size > LARGEST && batch.length > 0) break;
    batch.push(outgoing);
  }
  return batch;
}

/** Undefined: replaced or forgotten since it was put there. */
async function toOutgoing(item: OutboxItem, { store, codec }: TeamParts): Promise<Outgoing | undefined> {
  const { id, rev, op } = item;
  if (op === "forget") return { item, push: { op, id } };
  const head = (await teamIn(store).teamHeads(item)).find((one) => one.rev === rev);
  if (head?.body === undefined) return undefined;
  const body = Buffer.from(codec.seal(placeOf(item, codec.projectName(item.project)), head.body));
  const { seen, at } = head;
  const push = { op, id, rev, seen, at, keyVersion: codec.keyVersion, body: body.toString("base64") };
  return { item, head, push };
}

/** What a sealed body is bound to. */
export function placeOf({ id, rev }: { id: string; rev: string }, projectName: string): string {
  return `${projectName}\n${id}\n${rev}`;
}

async function settle({ item, head }: Outgoing, answer: PushAnswer, parts: TeamParts): Promise<void> {
  const { store } = parts;
  if (answer === "waiting") await teamIn(store).setTeamHeadState({ ...item }, "waiting");
  if (item.op === "forget") {
    // This member may not delete it for everyone; it is deleted on this machine only.
    if (answer === "refused") await teamIn(store).markTeam(item, "gone", false);
    else await teamIn(store).markTeam(item, "hidden", false);
  } else if (answer === "forgotten" && head !== undefined) await forgottenMeanwhile(head, parts);
  await teamIn(store).settleOutbox(item.n);
}

/**
 * Somebody forgot the record before this version came. A change of it goes with it. What was made here alone, under the
 * same name and without knowing of the other, is shared as a record of its own.
 */
async function forgottenMeanwhile(head: TeamHead, { store, device }: TeamParts): Promise<void> {
  const isOwn = head.author === "" && Object.keys(head.seen).every((one) => one === device);
  const links = await teamIn(store).teamLinks(head);
  await teamIn(store).markTeam(head, "gone", true);
  await teamIn(store).dropTeamHead(head);
  if (!isOwn) return teamIn(store).markTeam(head, "pending", true);
  for (const { folder, kind, key } of links) {
    await teamIn(store).dropTeamLink({ folder, kind, key });
    // Looked at again, it gets the next free id.
    await teamIn(store).markTeamChange({
      kind: kind === "derived" ? "digests" : kind,
      folder,
      key: kind === "derived" ? "" : key,
    });
  }
}
