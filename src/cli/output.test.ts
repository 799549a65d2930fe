import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { padTo } from "./output.ts";

test("padding counts columns of the terminal: a Chinese or Korean character takes two", () => {
  expect(padTo("ab", 6)).toBe("ab    ");
  expect(padTo("資料", 6)).toBe("資料  ");
  expect(padTo("오류", 6)).toBe("오류  ");
  expect(padTo("longer than that", 6)).toBe("longer than that");
});

test.each([
  ["on a terminal", {}, true, true],
  ["with an empty NO_COLOR", { NO_COLOR: "" }, true, true],
  ["with NO_COLOR", { NO_COLOR: "1" }, true, false],
  ["on a terminal that has none", { TERM: "dumb" }, true, false],
  ["in a pipe", {}, false, false],
])("colours %s", (_, env: Record<string, string>, isTTY, coloured) => {
  const code = `process.stdout.isTTY = ${isTTY}; const { red } = await import(${JSON.stringify(resolve(import.meta.dir, "output.ts"))}); await Bun.write(Bun.stdout, red("x"));`;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", code], {
    env: { PATH: process.env.PATH, ...env },
  });
  expect(stdout.toString()).toBe(coloured ? "\u001b[31mx\u001b[39m" : "x");
});
