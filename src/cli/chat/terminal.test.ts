import { expect, test } from "bun:test";
import { PassThrough } from "node:stream";
import { Terminal } from "./terminal.ts";

const CTRL_C = "\x03";

function open() {
  const input = new PassThrough();
  const output = new PassThrough();
  const interrupts: number[] = [];
  let written = "";
  output.on("data", (chunk: Buffer) => {
    written += chunk.toString("utf8");
  });
  const terminal = new Terminal({
    input: input as unknown as NodeJS.ReadStream,
    output: Object.assign(output, { columns: 80 }) as unknown as NodeJS.WriteStream,
    onInterrupt: () => interrupts.push(1),
  });
  return {
    terminal,
    type: (text: string) => input.write(text),
    interrupts,
    written: () => Bun.stripANSI(written),
  };
}

test("a line is what was typed; one that was typed ahead comes next", async () => {
  const { terminal, type } = open();
  const first = terminal.nextLine("> ");
  await Bun.sleep(0);
  type("one\rtwo\r");
  expect(await first).toBe("one");
  expect(await terminal.nextLine("> ")).toBe("two");
  terminal.close();
});

test("what was typed before a question is no answer to it, and not lost", async () => {
  const { terminal, type } = open();
  type("y\r");
  await Bun.sleep(0);
  const answer = terminal.ask("Really? ");
  await Bun.sleep(0);
  type("n\r");
  expect(await answer).toBe("n");
  expect(await terminal.nextLine("> ")).toBe("y");
  terminal.close();
});

test("two questions are asked one after the other; one that is taken back gives way", async () => {
  const { terminal, type, written } = open();
  const taken = new AbortController();
  const first = terminal.ask("First? ", taken.signal);
  const second = terminal.ask("Second? ");
  await Bun.sleep(0);
  expect(written()).not.toContain("Second?");
  taken.abort();
  expect(await first).toBeUndefined();
  await Bun.sleep(0);
  type("yes\r");
  expect(await second).toBe("yes");
  expect(written()).toContain("Second?");
  terminal.close();
});

test("keys are not shown while nobody asks, and Ctrl-C is heard all the same", async () => {
  const { terminal, type, interrupts, written } = open();
  type("secret");
  type(CTRL_C);
  await Bun.sleep(0);
  expect(interrupts).toHaveLength(1);
  expect(written()).not.toContain("secret");
  terminal.close();
});

test("at the end of input there is no line any more", async () => {
  const { terminal } = open();
  const line = terminal.nextLine("> ");
  await Bun.sleep(0);
  terminal.close();
  expect(await line).toBeUndefined();
  expect(await terminal.ask("Still? ")).toBeUndefined();
});
