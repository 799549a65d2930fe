/** Any program in its own terminal. Its output is read without control sequences. */
import { endTree } from "./harness/process-group.ts";

export interface TerminalRun extends AsyncDisposable {
  /** Waits until this has been written since the last `type` or `press`. */
  waitFor(text: string, timeoutMs?: number): Promise<void>;
  /** Text and Enter. */
  type(text: string): void;
  /** Raw keys, such as `\x03`. */
  press(keys: string): void;
  output(): string;
  exited: Promise<number>;
}

export function runInTerminal(
  argv: string[],
  options: { cwd: string; env: Record<string, string> },
): TerminalRun {
  let written = "";
  let mark = 0;
  const decoder = new TextDecoder();
  const child = Bun.spawn(argv, {
    cwd: options.cwd,
    env: { ...options.env, TERM: "xterm-256color" },
    detached: true,
    terminal: {
      cols: 200,
      rows: 50,
      data: (_terminal, bytes) => {
        written += decoder.decode(bytes, { stream: true });
      },
    },
  });
  const { terminal } = child;
  if (terminal === undefined) throw new Error("This Bun cannot open a terminal");
  const output = () => Bun.stripANSI(written);
  const press = (keys: string) => {
    mark = output().length;
    terminal.write(keys);
  };
  return {
    async waitFor(text, timeoutMs = 60_000) {
      const end = performance.now() + timeoutMs;
      while (!output().slice(mark).includes(text)) {
        if (performance.now() > end) throw new Error(`It never wrote "${text}":\n${output()}`);
        await Bun.sleep(20);
      }
    },
    type: (text) => press(`${text}\r`),
    press,
    output,
    exited: child.exited,
    async [Symbol.asyncDispose]() {
      endTree(child.pid);
      await child.exited;
      terminal.close();
    },
  };
}
