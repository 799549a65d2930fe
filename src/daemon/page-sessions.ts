/**
 * Sign-in for the page: a link that works once and becomes a cookie, so that no secret stays in the address bar.
 * The cookie is signed, not stored, so an open page keeps working after a daemon restart.
 */
import type { Clock } from "../platform/clock.ts";

const LINK_LIFE_MS = 10 * 60_000;
export const PAGE_LIFE_MS = 30 * 24 * 3_600_000;

export interface PageSessions {
  /** A new one-time code. */
  invite(): string;
  /** Whether `enter` would accept this code. */
  isValid(code: string): boolean;
  /** The cookie for a code; undefined if the code was used, has expired or is unknown. */
  enter(code: string): string | undefined;
  isOpen(cookie: string): boolean;
}

/** `secret` signs the cookies; changing it invalidates all of them. */
export function createPageSessions(now: Clock, secret: string): PageSessions {
  const codes = new Map<string, number>();
  const sign = (text: string) => new Bun.CryptoHasher("sha256", secret).update(`page ${text}`).digest();
  return {
    invite() {
      for (const [code, until] of codes) if (until < now()) codes.delete(code);
      const code = randomText(24);
      codes.set(code, now() + LINK_LIFE_MS);
      return code;
    },
    isValid: (code) => (codes.get(code) ?? 0) >= now(),
    enter(code) {
      const until = codes.get(code);
      codes.delete(code);
      if (until === undefined || until < now()) return undefined;
      const text = `${now() + PAGE_LIFE_MS}.${randomText(12)}`;
      return `${text}.${sign(text).toString("base64url")}`;
    },
    isOpen(cookie) {
      const match = /^((\d{1,15})\.[\w-]{16})\.([\w-]{43})$/.exec(cookie);
      if (match === null) return false;
      const [, text = "", until = "0", signature = ""] = match;
      const given = Buffer.from(signature, "base64url");
      const expected = sign(text);
      return (
        given.length === expected.length && crypto.timingSafeEqual(given, expected) && Number(until) > now()
      );
    },
  };
}

function randomText(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toBase64({ alphabet: "base64url", omitPadding: true });
}
