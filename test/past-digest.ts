/** Digests for tests: sessions one day apart, the first one the oldest. */
import { DIGEST_VERSION, type SessionDigest } from "../src/memory/digest/types.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);

interface Turn {
  prompt: string;
  answer?: string;
  edited?: string[];
}

interface Made {
  turns?: Turn[];
  commands?: string[];
  branch?: string;
  failures?: SessionDigest["failures"];
  read?: string[];
}

export function digests(...made: Made[]): SessionDigest[] {
  return made.map(({ turns = [], commands = [], branch, failures = [], read = [] }, index) => {
    const at = START + index * DAY;
    const files = [...new Set(turns.flatMap(({ edited = [] }) => edited))];
    return {
      version: DIGEST_VERSION,
      sessionId: `session-${index}`,
      startedAt: at,
      lastAt: at + 1000,
      ...(branch === undefined ? {} : { branch }),
      turns: turns.map(({ prompt, answer = "", edited = [] }) => ({ at, prompt, answer, edited })),
      files: files.map((path) => ({ path, edits: 1, turns: [0] })),
      read,
      commands: commands.map((command) => ({ command, good: 1, usageFailed: 0, lastAt: at })),
      failures,
    };
  });
}
