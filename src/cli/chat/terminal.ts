/** A line-by-line conversation in a terminal. Keys are read all the time, so that Ctrl-C can stop a turn. */
import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";

interface TerminalOptions {
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  onInterrupt(): void;
}

export class Terminal {
  private readonly lines: string[] = [];
  private readonly readline: Interface;
  private readonly output: NodeJS.WriteStream;
  private waiting: ((line: string | undefined) => void) | undefined;
  private asked: Promise<unknown> = Promise.resolve();
  private closed = false;
  /** While Claude answers, typed keys are stored but not echoed into its text. */
  private quiet = true;

  constructor({ input, output, onInterrupt }: TerminalOptions) {
    this.output = output;
    const echo = new Writable({
      write: (chunk: Uint8Array, _encoding, done) => {
        if (!this.quiet) output.write(chunk);
        done();
      },
    });
    Object.assign(echo, { columns: output.columns });
    output.on("resize", () => Object.assign(echo, { columns: output.columns }));
    this.readline = createInterface({ input, output: echo, terminal: true, historySize: 500 });
    this.readline.on("line", (line) => this.take(line));
    this.readline.on("SIGINT", onInterrupt);
    this.readline.on("close", () => {
      this.closed = true;
      this.settle(undefined);
    });
  }

  /** The next line, typed ahead or now. Undefined at the end of input (Ctrl-D). */
  async nextLine(prompt: string): Promise<string | undefined> {
    const ahead = this.lines.shift();
    if (ahead === undefined) return this.ask(prompt);
    this.write(`${prompt}${ahead}\n`);
    return ahead;
  }

  /**
   * Asks a question. Text typed before it is not an answer. Questions wait for each other, because Claude may ask several
   * at once. Undefined at the end of input, or when the signal fires.
   */
  ask(prompt: string, signal?: AbortSignal): Promise<string | undefined> {
    const answer = this.asked.then(() => this.askNow(prompt, signal));
    this.asked = answer;
    return answer;
  }

  private async askNow(prompt: string, signal: AbortSignal | undefined): Promise<string | undefined> {
    if (this.closed || signal?.aborted === true) return undefined;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.waiting = resolve;
    const stop = () => this.settle(undefined);
    signal?.addEventListener("abort", stop, { once: true });
    this.quiet = false;
    this.readline.setPrompt(prompt);
    this.readline.prompt(true);
    const line = await promise;
    signal?.removeEventListener("abort", stop);
    return line;
  }

  /** Clears the line and shows the prompt again below a note. */
  startOver(note: string): void {
    this.readline.write(null, { ctrl: true, name: "e" });
    this.readline.write(null, { ctrl: true, name: "u" });
    this.write(`\n${note}\n`);
    this.readline.prompt();
  }

  write(text: string): void {
    this.output.write(text);
  }

  /** Like the end of input: open questions get undefined. */
  close(): void {
    if (!this.closed) this.readline.close();
  }

  private take(line: string): void {
    if (this.waiting === undefined) this.lines.push(line);
    else this.settle(line);
  }

  private settle(line: string | undefined): void {
    const resolve = this.waiting;
    this.waiting = undefined;
    this.quiet = true;
    resolve?.(line);
  }
}
