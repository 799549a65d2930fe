/** Shared records of a made-up project, as a member's machine would send them: four memories to one cured failure. */

import type { Codec } from "../../src/team/codec.ts";
import type { SharedBody } from "../../src/team/records/record.ts";
import type { PushItem } from "../../src/team/server/team-server.ts";
import { createRandom, createWords, type Words } from "../scale/made-words.ts";

const AT = Date.UTC(2026, 5, 1);
const SOLUTION_EVERY = 5;

export function madeRecords(project: string, count: number, seed: number, codec: Codec): PushItem[] {
  const random = createRandom(seed);
  const words = createWords(random);
  return Array.from({ length: count }, (_, place): PushItem => {
    const at = AT - Math.floor(random() * 180) * 86_400_000;
    const isSolution = place % SOLUTION_EVERY === SOLUTION_EVERY - 1;
    const body = isSolution ? solution(words, place, at) : memory(words, place, random);
    const name = body.kind === "memory" ? ["memory", body.uri] : [body.kind, String(place)];
    const id = codec.idOf(project, ...name, "0");
    const device = `d${place % 7}`;
    const rev = codec.idOf("version", project, id, device, String(at));
    const text = Buffer.from(codec.seal(`${project}\n${id}\n${rev}`, JSON.stringify(body)));
    const seen = { [device]: at };
    return { op: "put", id, rev, seen, at, keyVersion: codec.keyVersion, body: text.toString("base64") };
  });
}

function memory(words: Words, place: number, random: () => number): SharedBody {
  return {
    kind: "memory",
    uri: `project://${words.own()}/${words.own()}-${place}`,
    content: sentence(words, 30 + Math.floor(random() * 70)),
    priority: 5,
    status: "active",
    origin: "derived",
    evidence: sentence(words, 12),
  };
}

function solution(words: Words, place: number, at: number): SharedBody {
  const failed = `${words.own()} ${words.name()}`;
  return {
    kind: "solution",
    failure: {
      key: `${words.name()} ${place}`,
      tool: "Bash",
      command: failed,
      error: sentence(words, 14),
      names: [words.name(), words.name()],
      isUsage: false,
      at,
      cure: { kind: "command", instead: `${failed} --${words.own()}`, removed: [], added: [words.own()] },
    },
    sessions: 1,
  };
}

function sentence(words: Words, length: number): string {
  return Array.from({ length }, (_, place) => (place % 3 === 0 ? words.own() : words.common())).join(" ");
}
