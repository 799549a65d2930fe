/** Sends the outbox. If an answer is lost, the version is sent again; the server recognises it and stores it once. */

import type { SharedProject, TeamParts, TeamRound } from "./parts.ts";
import { stateOf } from "./server/errors.ts";
import type { PushAnswer, PushItem } from "./server/team-server.ts";
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

/** How many were sent. */
export async function pushProject(
  { project, number }: Pick<SharedProject, "project" | "number">,
  server: Pick<TeamRound["server"], "push">,
  parts: TeamParts,
): Promise<number> {
  const { store } = parts;
  let sent = 0;
  let after = 0;
  for (;;) {
    const items = await teamIn(store).teamOutbox({ project, limit: AT_ONCE, after });
    if (items.length === 0) return sent;
    const batch = await toBatch(items, parts);
    if (batch.length === 0) continue;
    const answers = await pushBatch(
      batch.map(({ push }) => push),
      async (some) => {
        const pushed = await server.push(number, some);
        await teamIn(store).saveTeamTop(project, pushed);
        return pushed.answers;
      },
    );
    for (const [place, outgoing] of batch.entries()) {
      const answer = answers[place];
      if (answer === undefined) throw new Error("the server left an answer out");
      if (answer === "covered" && (await isFirstTime(outgoing, parts))) after = outgoing.item.n;
      else await settle(outgoing, answer, parts);
      if (answer === "stored" || answer === "waiting") sent++;
    }
  }
}

/** Database errors for values that it does not accept: sending them again would not help. */
const NOT_TAKEN = /^(?:22|23|54)/;

/** If the server rejects one record, the others must still be sent: then each is sent alone. */
async function pushBatch(
  items: readonly PushItem[],
  send: (items: readonly PushItem[]) => Promise<PushAnswer[]>,
): Promise<PushAnswer[]> {
  try {
    return await send(items);
  } catch (error) {
    if (!NOT_TAKEN.test(stateOf(error) ?? "")) throw error;
    if (items.length === 1) return ["refused"];
  }
  const answers: PushAnswer[] = [];
  for (const item of items) answers.push(...(await pushBatch([item], send)));
  return answers;
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

/** Undefined if it was replaced or forgotten since it was queued. */
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

/** The data that a sealed body is bound to. */
export function placeOf({ id, rev }: { id: string; rev: string }, projectName: string): string {
  return `${projectName}\n${id}\n${rev}`;
}

async function settle({ item, head }: Outgoing, answer: PushAnswer, parts: TeamParts): Promise<void> {
  const { store } = parts;
  if (answer === "waiting") await teamIn(store).setTeamHeadState({ ...item }, "waiting");
  if (item.op === "forget") {
    const isHidden = await teamIn(store).isTeamMarked(item, "hidden");
    // This member may not delete it for everyone, so it is deleted on this machine only. If the team had already forgotten it
    // (offered again after a restore), it stays forgotten here.
    if (answer !== "refused") await teamIn(store).markTeam(item, "hidden", false);
    else if (isHidden) await teamIn(store).markTeam(item, "gone", false);
  } else await teamIn(store).markTeam(item, "refused", answer === "refused");
  if (answer === "forgotten" && head !== undefined) await forgottenMeanwhile(head, parts);
  if (answer === "covered" && head !== undefined) await shareAnew(head, parts);
  await teamIn(store).settleOutbox(item.n);
}

/** A newer version that covers this one exists; usually the next round reads it. Until then, this one stays in the outbox. */
async function isFirstTime({ item }: Outgoing, { store }: TeamParts): Promise<boolean> {
  if (await teamIn(store).isTeamMarked(item, "covered")) return false;
  await teamIn(store).markTeam(item, "covered", true);
  return true;
}

/** No member can read the version that claims to replace this one, so it is forged. The text becomes a new record. */
async function shareAnew(head: TeamHead, { store }: TeamParts): Promise<void> {
  await teamIn(store).markTeam(head, "covered", false);
  await teamIn(store).markTeam(head, "hidden", true);
  await teamIn(store).dropTeamHead(head);
  await teamIn(store).freeTeamRecord(head);
}

/**
 * Another member forgot the record before this version arrived. An edit of it is forgotten too. A record that was created
 * here independently, under the same name, is shared as a new record.
 */
async function forgottenMeanwhile(head: TeamHead, { store, device }: TeamParts): Promise<void> {
  const isOwn = head.author === "" && Object.keys(head.seen).every((one) => one === device);
  await teamIn(store).markTeam(head, "gone", true);
  await teamIn(store).dropTeamHead(head);
  if (isOwn) await teamIn(store).freeTeamRecord(head);
  else await teamIn(store).markTeam(head, "pending", true);
}
