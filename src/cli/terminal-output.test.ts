/** Colours, widths and progress on a terminal; none of it elsewhere. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import "../../test/cli-call.ts";
import { openBar, openLine, toBar } from "./output.ts";

const ESC = "\u001b";
const KEPT = ["isTTY", "columns"] as const;
const before = KEPT.map((name) => [name, process.stdout[name], process.stderr[name]] as const);
const env = { NO_COLOR: process.env.NO_COLOR, TERM: process.env.TERM };
let written: string;
const { write } = process.stderr;
beforeEach(() => {
  written = "";
  process.stderr.write = ((text: string) => {
    written += text;
    return true;
  }) as typeof write;
});
afterEach(() => {
  process.stderr.write = write;
  for (const [name, out, err] of before) {
    Object.assign(process.stdout, { [name]: out });
    Object.assign(process.stderr, { [name]: err });
  }
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

type Output = typeof import("./output.ts");
let copies = 0;
/** What is a terminal is decided when it is loaded. */
async function loaded(isTTY: boolean, more: Record<string, string> = {}): Promise<Output> {
  delete process.env.NO_COLOR;
  process.env.TERM = "xterm";
  Object.assign(process.env, more);
  process.stdout.isTTY = isTTY;
  return (await import(`./output.ts?copy=${++copies}`)) as Output;
}

test("colours on a terminal, each closed by its own code", async () => {
  const { bold, dim, red, green, yellow, cyan } = await loaded(true);
  expect([bold, dim, red, green, yellow, cyan].map((paint) => paint("x"))).toEqual([
    `${ESC}[1mx${ESC}[22m`,
    `${ESC}[2mx${ESC}[22m`,
    `${ESC}[31mx${ESC}[39m`,
    `${ESC}[32mx${ESC}[39m`,
    `${ESC}[33mx${ESC}[39m`,
    `${ESC}[36mx${ESC}[39m`,
  ]);
  expect((await loaded(false)).red("x")).toBe("x");
  expect((await loaded(true, { NO_COLOR: "1" })).red("x")).toBe("x");
  expect((await loaded(true, { NO_COLOR: "" })).red("x")).toContain(ESC);
  expect((await loaded(true, { TERM: "dumb" })).red("x")).toBe("x");
});

test("a terminal has a width, of at least thirty; other programs get whole lines", async () => {
  const { columns, toRows } = await loaded(true);
  for (const [given, expected] of [
    [50, 50],
    [10, 30],
    [undefined, 80],
  ] as const) {
    Object.assign(process.stdout, { columns: given });
    expect(columns()).toBe(expected);
  }
  Object.assign(process.stdout, { columns: 30 });
  expect(toRows([["name", "some words that do not fit into one line"]], 2)).toEqual([
    "  name  some words that do not",
    "        fit into one line",
  ]);
  const elsewhere = await loaded(false);
  expect(elsewhere.columns()).toBe(Number.POSITIVE_INFINITY);
  expect(elsewhere.toRows([["name", "some words that do not fit into one line"]])).toHaveLength(1);
});

const BARS = {
  import: (wanted: boolean) => {
    const line = openLine(wanted);
    line.show(`${toBar(1, 2)} Indexing 1/2 records`);
    line.close();
  },
  replay: (wanted: boolean) => {
    const bar = openBar((done, all) => `${done}/${all} sessions`, wanted);
    bar.show(1, 4);
    bar.close();
  },
};

test("a bar is drawn on a terminal, wiped at its end, and not drawn elsewhere", () => {
  for (const draw of Object.values(BARS)) {
    for (const [isTTY, wanted] of [
      [false, true],
      [true, false],
    ] as const) {
      process.stderr.isTTY = isTTY;
      draw(wanted);
    }
  }
  expect(written).toBe("");
  process.stderr.isTTY = true;
  const clear = `\r${ESC}[2K`;
  BARS.import(true);
  expect(written).toBe(`${clear}[████████████────────────] Indexing 1/2 records${clear}`);
  written = "";
  BARS.replay(true);
  expect(written).toBe(`${clear}[██████──────────────────] 1/4 sessions${clear}`);
  written = "";
  const bar = openBar(() => "reading");
  bar.show(1, 2);
  bar.close();
  expect(written).toBe(`${clear}[████████████────────────] reading${clear}`);
  process.stderr.isTTY = false;
  written = "";
  const none = openBar(() => "reading");
  none.show(1, 2);
  none.close();
  expect(written).toBe("");
});
