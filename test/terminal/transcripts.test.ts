/** What people see: 60 and 120 columns, with colours and without, in four languages. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { drawPictures } from "./pictures.ts";
import { fileOf, openStage, SETTINGS, type Stage } from "./transcript.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const shown = (setting: (typeof SETTINGS)[number]) => readFileSync(fileOf(setting), "utf8");

/** Without colours the words are the same in every language, which is judged below: the program shows it in one. */
const PLAYED = SETTINGS.filter(({ hasColour, locale }) => hasColour || locale === "en");

describe("a terminal shows", () => {
  test.each(
    PLAYED.map(
      (setting) =>
        [`${setting.columns} columns, colours ${setting.hasColour}, ${setting.locale}`, setting] as const,
    ),
  )(
    "what is written down for %s",
    async (_, setting) => {
      expect(await stage.transcript(setting)).toBe(shown(setting));
    },
    120_000,
  );
});

test("the pictures in docs are what the program shows", async () => {
  for (const { file, svg } of await drawPictures(stage)) expect(readFileSync(file, "utf8")).toBe(svg);
}, 120_000);

describe("what is written down", () => {
  test("has no line that is wider than the terminal", () => {
    const wide = SETTINGS.flatMap((setting) =>
      shown(setting)
        .split("\n")
        // A path or a link is never broken.
        .filter((line) => Bun.stringWidth(line) > setting.columns && !/\S{40,}/.test(Bun.stripANSI(line)))
        .map((line) => `${fileOf(setting)}: ${line}`),
    );
    expect(wide).toEqual([]);
  });

  test("has colours exactly where they are wanted, and the same words with and without", () => {
    for (const setting of SETTINGS.filter(({ hasColour }) => hasColour)) {
      const plain = shown({ ...setting, hasColour: false });
      expect(plain).not.toContain("\u001b[");
      expect(Bun.stripANSI(shown(setting))).toBe(plain);
    }
  });

  test("is in the user's language: nothing of the English catalogue is left", () => {
    const english = new Set([
      "Asked",
      "Changed",
      "Failed",
      "Injected",
      "Sessions",
      "Memories",
      "Summary",
      "Database",
      "not connected",
    ]);
    for (const setting of SETTINGS.filter(({ locale }) => locale !== "en")) {
      const text = shown(setting);
      expect([...english].filter((word) => text.includes(word))).toEqual([]);
    }
  });
});
