import { expect, test } from "bun:test";
import type { SessionDigest } from "../memory/digest/types.ts";
import { readWords } from "./past/session-words.ts";

/** Whether its words were read is seen by whether its turns were. */
function session(read: string[], sessionId: string): SessionDigest {
  return {
    sessionId,
    get turns() {
      read.push(sessionId);
      return [];
    },
  } as unknown as SessionDigest;
}

test("others get a turn after 8 ms of reading, and all sessions are read", async () => {
  const read: string[] = [];
  const sessions = ["a", "b", "c", "d", "e"].map((id) => session(read, id));
  let now = 0;
  const turns: number[] = [];
  const turn = async () => void turns.push(read.length);
  await readWords(sessions, turn, () => {
    now += 3;
    return now;
  });
  expect(read).toEqual(["a", "b", "c", "d", "e"]);
  expect(turns).toEqual([3]);
});

test("words that are known are not read again", async () => {
  const read: string[] = [];
  const sessions = ["a", "b"].map((id) => session(read, id));
  for (let i = 0; i < 3; i++) await readWords(sessions);
  expect(read).toEqual(["a", "b"]);
});
