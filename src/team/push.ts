/** Sends the outbox. If an answer is lost, the version is sent again; the server recognises it and stores it once. */

import type { SharedProject, TeamParts, TeamRound } from "./parts.ts";
import { stateOf } from "./server/errors.ts";
import type { PushAnswer, PushItem } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";
import type { OutboxItem } from "./sql/types.ts";

const AT_ONCE = 200;
/** In characters of base64: one push stays short enough for a slow connection. */
const LARGEST = 2_000_000;

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
    for (const [place, { item }] of batch.entries()) {
      const answer = answers[place];
      if (answer === undefined) throw new Error("the server left an answer out");
      if (answer === "covered" && (await isFirstTime(item, parts))) after = item.n;
      else await settle(item, answer, parts);
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

async function toBatch(items: readonly OutboxItem[], parts: TeamParts) {
  const batch: { item: OutboxItem; push: PushItem }[] = [];
  let size = 0;
  for (const item of items) {
    const push = toPush(item, parts);
    if (push === undefined) {
      await teamIn(parts.store).settleOutbox(item.n);
      continue;
    }
    size += push.body?.length ?? 0;
    if (size > LARGEST && batch.length > 0) break;
    batch.push({ item, push });
  }
  return batch;
}

/** Undefined if it was replaced or forgotten since it was queued. */
function toPush(item: OutboxItem, { codec }: TeamParts): PushItem | undefined {
  const { id, rev, op, at, seen, body: text } = item;
  if (op === "forget") return { op, id };
  if (text === undefined || seen === undefined) return undefined;
  const body = Buffer.from(codec.seal(recordPlace(item, codec.projectName(item.project)), text));
  return { op, id, rev, seen, at, keyVersion: codec.keyVersion, body: body.toString("base64") };
}

/** The data that a sealed body is bound to. */
export function recordPlace({ id, rev }: { id: string; rev: string }, projectName: string): string {
  return `${projectName}\n${id}\n${rev}`;
}

async function settle(item: OutboxItem, answer: PushAnswer, parts: TeamParts): Promise<void> {
  const team = teamIn(parts.store);
  if (answer === "waiting") await team.setTeamHeadState(item, "waiting");
  if (item.op === "forget") {
    const isHidden = await team.isTeamMarked(item, "hidden");
    // This member may not delete it for everyone, so it is deleted on this machine only. If the team had already forgotten it
    // (offered again after a restore), it stays forgotten here.
    if (answer !== "refused") await team.markTeam(item, "hidden", false);
    else if (isHidden) await team.markTeam(item, "gone", false);
  } else {
    await team.markTeam(item, "refused", answer === "refused");
    if (answer === "forgotten") await forgottenMeanwhile(item, parts);
    if (answer === "covered") await shareAnew(item, parts);
  }
  await team.settleOutbox(item.n);
}

/** A newer version that covers this one exists; usually the next round reads it. Until then, this one stays in the outbox. */
async function isFirstTime(item: OutboxItem, { store }: TeamParts): Promise<boolean> {
  if (await teamIn(store).isTeamMarked(item, "covered")) return false;
  await teamIn(store).markTeam(item, "covered", true);
  return true;
}

/** No member can read the version that claims to replace this one, so it is forged. The text becomes a new record. */
async function shareAnew(item: OutboxItem, { store }: TeamParts): Promise<void> {
  await teamIn(store).markTeam(item, "covered", false);
  await teamIn(store).markTeam(item, "hidden", true);
  await teamIn(store).dropTeamHead(item);
  await teamIn(store).freeTeamRecord(item);
}

/**
 * Another member forgot the record before this version arrived. An edit of it is forgotten too. A record that was created
 * here independently, under the same name, is shared as a new record.
 */
async function forgottenMeanwhile(item: OutboxItem, { store, device }: TeamParts): Promise<void> {
  const isOwn = item.author === "" && Object.keys(item.seen ?? {}).every((one) => one === device);
  await teamIn(store).markTeam(item, "gone", true);
  await teamIn(store).dropTeamHead(item);
  if (isOwn) await teamIn(store).freeTeamRecord(item);
  else await teamIn(store).markTeam(item, "pending", true);
}
