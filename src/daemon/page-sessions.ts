/** The page's way in: a link that works once and turns into a cookie, so that no secret stays in an address bar. */
import { randomBytes } from "node:crypto";
import type { Clock } from "../platform/clock.ts";

const LINK_LIFE_MS = 10 * 60_000;
const PAGE_LIFE_MS = 30 * 24 * 3_600_000;

export interface PageSessions {
  /** A new one-time code. */
  invite(): string;
  /** The cookie for a code; undefined when it was used already, is too old or never was one. */
  enter(code: string): string | undefined;
  isOpen(cookie: string): boolean;
}

export function createPageSessions(now: Clock): PageSessions {
  const codes = new Map<string, number>();
  const cookies = new Map<string, number>();
  return {
    invite() {
      const code = randomBytes(24).toString("base64url");
      codes.set(code, now() + LINK_LIFE_MS);
      return code;
    },
    enter(code) {
      const until = codes.get(code);
      codes.delete(code);
      if (until === undefined || until < now()) return undefined;
      const cookie = randomBytes(32).toString("base64url");
      cookies.set(cookie, now() + PAGE_LIFE_MS);
      return cookie;
    },
    isOpen: (cookie) => (cookies.get(cookie) ?? 0) > now(),
  };
}
