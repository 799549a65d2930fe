/** The weights decide what a prompt is given, so whole scores are held here. */
import { expect, test } from "bun:test";
import { digests } from "../../../test/past-digest.ts";
import { createPast } from "./past.ts";
import { pastTurn, promptFiles, rankSessions, toTurnItem } from "./prompt-items.ts";
import { queryWords } from "./words.ts";

const others = ["login cookie", "search debounce", "invoice export", "theme switch"].map((about) => ({
  turns: [
    {
      prompt: `Fix the ${about} please`,
      answer: `The ${about} works.`,
      edited: [`src/${about.replace(" ", "-")}.ts`],
    },
  ],
}));
const refund = {
  branch: "topic",
  turns: [
    { prompt: "Hello there" },
    {
      prompt: "Refund rounding loses a cent in the voucher totals",
      answer: "Refund rounding now keeps the cent.",
      edited: ["src/refund-rounding.ts", "src/refund-rounding.test.ts"],
    },
  ],
};
const again = {
  turns: [
    {
      prompt: "Refund rounding once more",
      edited: ["src/refund-rounding.ts", "src/refund-rounding.test.ts"],
    },
  ],
};
const asked = { turns: [{ prompt: "What does the refund rounding do?", answer: "It rounds refunds." }] };
const past = createPast(digests(refund, ...others, again, asked));
const query = (prompt: string, more: { touched?: string[]; branch?: string } = {}) => ({
  words: queryWords(prompt),
  touched: [],
  ...more,
});
const rounded = (value: unknown) =>
  JSON.stringify(value, (_, one) => (typeof one === "number" ? Number(one.toFixed(4)) : one));

test("sessions by how well they fit", () => {
  const prompt = "refund rounding loses a cent";
  expect(rankSessions(past, query(prompt)).map(rounded)).toMatchInlineSnapshot(`
    [
      "{"place":6,"turn":1,"words":4,"evidence":3.6959,"score":2.8}",
      "{"place":1,"turn":0,"words":2,"evidence":1.8957,"score":1.8668}",
      "{"place":0,"turn":-1,"words":2,"evidence":1.3338,"score":0.6521}",
    ]
  `);
  expect(rankSessions(past, query(prompt, { branch: "topic" })).map(rounded)).toMatchInlineSnapshot(`
    [
      "{"place":6,"turn":1,"words":4,"evidence":3.6959,"score":4.5}",
      "{"place":1,"turn":0,"words":2,"evidence":1.8957,"score":1.8668}",
      "{"place":0,"turn":-1,"words":2,"evidence":1.3338,"score":0.6521}",
    ]
  `);
  expect(
    rankSessions(
      past,
      query("odd thing here", { touched: ["src/login-cookie.ts", "src/theme-switch.ts"] }),
    ).map(rounded),
  ).toMatchInlineSnapshot(`
    [
      "{"place":2,"turn":-1,"words":0,"evidence":0,"score":2.0794}",
      "{"place":5,"turn":-1,"words":0,"evidence":0,"score":2.0794}",
    ]
  `);
  expect(rankSessions(past, query("one two three", { touched: ["nowhere.ts"] }))).toEqual([]);
  expect(rankSessions(past, { words: [], touched: ["src/login-cookie.ts"] })).toEqual([]);
});

test("files by how well they fit, three at most", () => {
  const nobody = () => false;
  const prompt = "refund rounding loses a cent in the voucher totals";
  expect(promptFiles(past, query(prompt), nobody).map(rounded)).toMatchInlineSnapshot(`
    [
      "{"kind":"prompt-file","uri":"file://src/refund-rounding.ts","text":"src/refund-rounding.ts","reason":"fits the prompt (9.1 of at least 4.5)","score":9.0775}",
      "{"kind":"prompt-file","uri":"file://src/refund-rounding.test.ts","text":"src/refund-rounding.test.ts","reason":"fits the prompt (8.8 of at least 4.5)","score":8.7775}",
    ]
  `);
  expect(
    promptFiles(
      past,
      query(prompt, { touched: ["src/refund-rounding.test.ts"], branch: "topic" }),
      nobody,
    ).map(rounded),
  ).toMatchInlineSnapshot(`
    [
      "{"kind":"prompt-file","uri":"file://src/refund-rounding.ts","text":"src/refund-rounding.ts","reason":"fits the prompt (9.1 of at least 4.5)","score":9.0775}",
      "{"kind":"prompt-file","uri":"file://src/refund-rounding.test.ts","text":"src/refund-rounding.test.ts","reason":"fits the prompt (8.8 of at least 4.5)","score":8.7775}",
    ]
  `);
  const many = createPast(
    digests(
      { turns: [{ prompt, edited: ["a", "b", "c", "d"].map((name) => `src/refund-rounding-${name}.ts`) }] },
      ...others,
    ),
  );
  expect(promptFiles(many, query(prompt), nobody).map(({ text }) => text)).toEqual([
    "src/refund-rounding-a.ts",
    "src/refund-rounding-b.ts",
    "src/refund-rounding-c.ts",
  ]);
  expect(promptFiles(many, query(prompt), (path) => path.includes("-a.")).map(({ text }) => text)).toEqual([
    "src/refund-rounding-b.ts",
    "src/refund-rounding-c.ts",
    "src/refund-rounding-d.ts",
  ]);
  expect(promptFiles(past, { words: ["refund"], touched: [] }, nobody)).toEqual([]);
});

test("the turn that a prompt is about, with what it changed", () => {
  expect(
    rounded(pastTurn(past, query("refund rounding loses a cent in voucher totals"))),
  ).toMatchInlineSnapshot(
    `"{"kind":"past-turn","uri":"session://session-0#1","text":"2026-01-01 “Refund rounding loses a cent in the voucher totals”: changed src/refund-rounding.ts, src/refund-rounding.test.ts","reason":"fits the prompt (4.8 a word, at least 2)","score":2.8}"`,
  );
  // Two words in common are chance.
  expect(pastTurn(past, query("refund rounding"))).toBeUndefined();
  const [first] = digests({
    turns: [{ prompt: "p".repeat(200), edited: ["a", "b", "c", "d", "e"] }, { prompt: "only asked" }],
  });
  if (first === undefined) throw new Error("no digest");
  expect(
    [toTurnItem(first, 0, "why", 2), toTurnItem(first, 1, "why"), toTurnItem(first, 2, "why")].map((one) =>
      JSON.stringify(one ?? null),
    ),
  ).toMatchInlineSnapshot(`
    [
      "{"kind":"past-turn","uri":"session://session-0#0","text":"2026-01-01 “ppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp…”: changed a, b, c, d","reason":"why","score":2}",
      "{"kind":"past-turn","uri":"session://session-0#1","text":"2026-01-01 “only asked”","reason":"why"}",
      "null",
    ]
  `);
});
