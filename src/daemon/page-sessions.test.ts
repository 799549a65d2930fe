import { expect, test } from "bun:test";
import { createPageSessions, PAGE_LIFE_MS } from "./page/routes.ts";

test("a cookie survives a daemon restart, but not its expiry or a new token", () => {
  let now = 1_000;
  const pages = createPageSessions(() => now, "secret");
  const cookie = pages.enter(pages.invite()) ?? "";
  const restarted = createPageSessions(() => now, "secret");
  expect(restarted.isOpen(cookie)).toBe(true);
  expect(createPageSessions(() => now, "another").isOpen(cookie)).toBe(false);
  now += PAGE_LIFE_MS + 1;
  expect(restarted.isOpen(cookie)).toBe(false);
});

test("no part of a cookie can be changed", () => {
  const pages = createPageSessions(() => 1_000, "secret");
  const cookie = pages.enter(pages.invite()) ?? "";
  const [until = "", nonce = "", signature = ""] = cookie.split(".");
  for (const forged of [
    `${Number(until) + 1}.${nonce}.${signature}`,
    `${until}.${"A".repeat(16)}.${signature}`,
    `${until}.${nonce}.${"A".repeat(43)}`,
    `${until}.${nonce}.`,
    `${until}.${nonce}`,
    "",
    `${cookie}x`,
  ]) {
    expect(pages.isOpen(forged)).toBe(false);
  }
});

test("a link works once, and for ten minutes", () => {
  let now = 0;
  const pages = createPageSessions(() => now, "secret");
  const [one, two] = [pages.invite(), pages.invite()];
  expect(pages.enter(one)).toBeDefined();
  expect(pages.enter(one)).toBeUndefined();
  now = 11 * 60_000;
  expect(pages.enter(two)).toBeUndefined();
});

test("each limit holds to the millisecond", () => {
  let now = 1_000;
  const pages = createPageSessions(() => now, "secret");
  const [code, late] = [pages.invite(), pages.invite()];
  now += 10 * 60_000;
  expect([pages.isValid(code), pages.isValid("unknown")]).toEqual([true, false]);
  // Asking for another one drops only what has expired.
  pages.invite();
  const cookie = pages.enter(code) ?? "";
  expect(pages.isValid(code)).toBe(false);
  now += 1;
  expect([pages.isValid(late), pages.enter(late)]).toEqual([false, undefined]);
  now += PAGE_LIFE_MS - 2;
  expect(pages.isOpen(cookie)).toBe(true);
  now += 1;
  expect(pages.isOpen(cookie)).toBe(false);
});

test("nobody can guess a link or a cookie: 24 and 12 random bytes", () => {
  const pages = createPageSessions(() => 0, "secret");
  const codes = Array.from({ length: 50 }, () => pages.invite());
  expect(new Set(codes).size).toBe(50);
  for (const code of codes) expect(code).toMatch(/^[\w-]{32}$/);
  expect(pages.enter(codes[0] ?? "")?.split(".")[1]).toMatch(/^[\w-]{16}$/);
});
