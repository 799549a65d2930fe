/** A person at a terminal, in the process of the test: each question gets the next of the answers. */
import { PassThrough } from "node:stream";

/** Runs with standard input and output as a terminal. A question beyond the last answer ends the input. */
export async function atTerminal<T>(answers: readonly string[], act: () => Promise<T>): Promise<T> {
  const left = [...answers];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin");
  const { isTTY } = process.stdout;
  const write = process.stdout.write;
  Object.defineProperty(process, "stdin", { value: input, configurable: true });
  process.stdout.isTTY = true;
  const watch = (text: unknown) => {
    if (typeof text !== "string" || !/\[(Y\/n|y\/N)\] *$/.test(Bun.stripANSI(text))) return;
    const answer = left.shift();
    // After the question has been asked, not while it is being written.
    queueMicrotask(() => (answer === undefined ? input.end() : input.write(`${answer}\r`)));
  };
  // Whoever captures the output inside of `act` still sees it all; this only watches for questions.
  let current = write;
  Object.defineProperty(process.stdout, "write", {
    configurable: true,
    get: () =>
      ((...args: Parameters<typeof write>) => {
        const done = current.apply(process.stdout, args);
        watch(args[0]);
        return done;
      }) as typeof write,
    set: (next: typeof write) => {
      current = next;
    },
  });
  try {
    return await act();
  } finally {
    Object.defineProperty(process.stdout, "write", { value: write, configurable: true, writable: true });
    process.stdout.isTTY = isTTY;
    if (stdin !== undefined) Object.defineProperty(process, "stdin", stdin);
  }
}
