import { expect, test } from "bun:test";
import { bodyWithin } from "./body.ts";
import { toClientFile, withBody, withField } from "./edit.ts";
import { createKnownNotes } from "./known.ts";
import { addText, bestMatch, createMatchIndex } from "./match.ts";
import { fileNamesIn, namedIn } from "./names.ts";

test("a body within the limit stays, a longer one is cut", () => {
  expect(bodyWithin("  ten chars ", 9)).toBe("ten chars");
  expect(bodyWithin("a".repeat(100), 100)).toBe("a".repeat(100));
  expect(bodyWithin("word ".repeat(40), 100)).toMatchInlineSnapshot(
    `"word word word word word word word word word word word word word word word word word word word word…"`,
  );
  // At least forty characters of what it says.
  expect(bodyWithin("word ".repeat(40), 10)).toMatchInlineSnapshot(
    `"word word word word word word word word…"`,
  );
});

test("a long body keeps its reasons, each with the lines that belong to it, and loses its middle", () => {
  const body = [
    "# Rounding",
    "Totals are rounded half up.",
    "Much more of it ".repeat(20),
    "",
    "**Why:** the bank does it",
    "since last year.",
    "",
    "More.",
    "- **How to apply:** in cart.ts",
    "**Why** twice",
  ].join("\n");
  expect(bodyWithin(body, 200)).toMatchInlineSnapshot(`
    "# Rounding
    Totals are rounded half up.
    Much more of it Much more of it Much more of it Much more of it Much…
    **Why:** the bank does it since last year.
    - **How to apply:** in cart.ts
    **Why** twice"
  `);
});

test("a long body that begins with its reason says it once", () => {
  expect(bodyWithin(`**Why:** the bank does it\n\n${"Much more of it ".repeat(20)}`, 100)).toBe(
    "**Why:** the bank does it",
  );
});

test("a file's text changes and its head stays, with its own line breaks", () => {
  expect(withBody("---\nname: a\n---\n\nold\n", " new ")).toBe("---\nname: a\n---\n\nnew\n");
  expect(withBody("---\r\nname: a\r\n---\r\nold", "new")).toBe("---\r\nname: a\r\n---\r\n\r\nnew\r\n");
  expect(withBody("old", "new")).toBe("new\n");
  expect(withBody("text\n---\nname: a\n---\n", "new")).toBe("new\n");
});

test("one field is set where it stands, before the others, or in a head of its own", () => {
  const file = "---\nname: a\ndescription: old\ntype: user\n---\nbody\n";
  expect(withField(file, "description", "new")).toBe(
    "---\nname: a\ndescription: new\ntype: user\n---\nbody\n",
  );
  expect(withField("---\ntype: user\n---\nbody\n", "name", "b")).toBe(
    "---\nname: b\ntype: user\n---\nbody\n",
  );
  expect(withField("body\r\n", "name", "b")).toBe("---\r\nname: b\r\n---\r\n\r\nbody\r\n");
  const folded = "---\ndescription: >-\n  one\n  two\nname: a\n---\nbody";
  expect(withField(folded, "description", "new")).toBe("---\ndescription: new\nname: a\n---\nbody");
  const next = "---\nname: a\n  kept\n---\n";
  expect(withField(next, "name", "b")).toBe("---\nname: b\n  kept\n---\n");
});

test("a new file is as the client writes one", () => {
  const file = { name: "a", description: "what: it is", type: "user", body: "\ntext\n\n" };
  expect(toClientFile(file)).toMatchInlineSnapshot(`
    "---
    name: a
    description: "what: it is"
    metadata:
      type: user
    ---

    text
    "
  `);
});

test("notes say what stands in one paragraph of them, in nearly the same words", () => {
  const notes = createKnownNotes(
    "Use tabs for the indentation of every source file.\n\nRun npm  test before a commit.\n- Never push to main",
  );
  const says = [
    "use TABS for the indentation",
    "every source file uses tabs for indentation",
    "tabs before a commit of source",
    "push main",
    "Never push",
    "",
    "!?",
    "indentation tabs",
    "source file indentation of every commit",
  ];
  expect(says.filter(notes)).toMatchInlineSnapshot(`
    [
      "use TABS for the indentation",
      "Never push",
    ]
  `);
  expect(createKnownNotes("")("anything at all")).toBe(false);
});

test("the memory that a prompt needs stands out, covers it, and is told with how well", () => {
  const index = createMatchIndex();
  expect(bestMatch(["rounding"], index)).toBeUndefined();
  addText(index, { id: "rounding", head: "rounding of totals", body: "half up in the cart" });
  addText(index, { id: "deploy", head: "deploying the shop", body: "with terraform and totals" });
  addText(index, { id: "twin", head: "deploying the shop", body: "again" });
  const best = (...words: string[]) => {
    const found = bestMatch(words, index);
    return found === undefined
      ? undefined
      : `${found.id} ${found.coverage.toFixed(3)} ${found.strength.toFixed(3)}`;
  };
  expect({
    rounding: best("round", "total"),
    one: best("round"),
    body: best("cart", "half"),
    twins: best("deploy", "shop"),
    terraform: best("deploy", "shop", "terraform"),
    unknown: best("round", "total", "zebra", "giraffe", "lion", "tiger"),
    none: best("zebra"),
    nothing: best(),
  }).toMatchInlineSnapshot(`
    {
      "body": "rounding 0.750 1.184",
      "none": undefined,
      "nothing": undefined,
      "one": undefined,
      "rounding": "rounding 1.000 1.469",
      "terraform": "deploy 0.889 1.579",
      "twins": undefined,
      "unknown": undefined,
    }
  `);
});

test("what a memory names: files and commands that are surely meant", () => {
  const text = [
    "The cart is in `src/cart.ts`, see ./web/app.tsx and `Makefile`.",
    "Run `npm test -- --bail` or `./tools/go now`; never `npm`.",
    "The package `left-pad`. At `example.com`, `socket.io`, https://a.example/b.html.",
    "Do not use the package `moment`.",
    "`zod` stands alone here, far away from what would say that it is one of the packages",
    "The library @scope/x and `@scope/y`.",
  ].join("\n");
  expect(namedIn(text)).toMatchInlineSnapshot(`
    {
      "commands": [
        "npm test -- --bail",
        "./tools/go now",
      ],
      "files": [
        "src/cart.ts",
        "web/app.tsx",
      ],
    }
  `);
  expect([
    ...fileNamesIn("see src/cart.ts, cart.ts. or C:\\web\\a.b and .x or v1. *.test.ts no/dot"),
  ]).toMatchInlineSnapshot(`
    [
      "cart.ts",
      "a.b",
      "*.test.ts",
    ]
  `);
});

test("a body is cut to the letter: to what its reasons leave of the limit, and never below forty", () => {
  const z = (many: number) => `${"z".repeat(many)}…`;
  expect(bodyWithin("z".repeat(101), 100)).toBe(z(99));
  expect(bodyWithin("z".repeat(101), 10)).toBe(z(39));
  expect(bodyWithin(`${"z".repeat(300)}\n\n**Why:** y`, 100)).toBe(`${z(88)}\n**Why:** y`);
  expect(bodyWithin(`${"z".repeat(300)}\n**Why:** ${"y".repeat(60)}`, 90)).toBe(
    `${z(58)}\n**Why:** ${"y".repeat(20)}…`,
  );
  // Without a reason all of its lines count.
  expect(bodyWithin(`one\ntwo\n${"z".repeat(300)}`, 60)).toBe(`one\ntwo\n${z(51)}`);
});

test("three words in any order are said, two are not; of ten words one may be missing", () => {
  const notes = createKnownNotes("alpha beta gamma delta epsilon zeta eta theta iota kappa\n\nlambda");
  expect(
    [
      "gamma alpha beta",
      "gamma alpha",
      "kappa iota theta eta zeta epsilon delta gamma beta other",
      "kappa iota theta eta zeta epsilon delta gamma strange other",
      "lambda kappa iota",
    ].map(notes),
  ).toEqual([true, false, true, false, false]);
});
