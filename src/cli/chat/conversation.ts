/** A conversation in the terminal: prompts in, Claude's answer as it streams, Ctrl-C to stop a turn. */
import { Application, type ApplicationOptions, type TurnEvent } from "../../sdk/index.ts";
import { bold, dim, plain, red } from "../output.ts";
import { words } from "../words.ts";
import { askAboutHooks, askAboutTool, toOneLine } from "./questions.ts";
import { Terminal } from "./terminal.ts";

/** After this time Claude Code considers the user away. */
const IDLE_MS = 60_000;
/** This many Ctrl-C in a row exit, whatever the client is doing. */
const PATIENCE = 3;
const LEAVING = "prompt_input_exit";

export class Conversation {
  private readonly app: Application;
  private readonly terminal: Terminal;
  private ahead: string | undefined;
  private inTurn = false;
  private leaving = false;
  /** Ctrl-C presses in a row. */
  private presses = 0;

  constructor(options: ApplicationOptions) {
    const onInterrupt = () => this.interrupt();
    this.terminal = new Terminal({ input: process.stdin, output: process.stdout, onInterrupt });
    this.app = new Application({
      ...options,
      trust: async (config) => {
        const { run, instead } = await askAboutHooks(config, this.terminal);
        this.ahead = instead;
        return run;
      },
      canUseTool: (name, input, call) => askAboutTool(name, input, call, this.terminal),
      onNotice: (text) => this.show({ type: "notice", text }),
    });
  }

  /** With a prompt: prints its answer and exits. */
  async run(prompt?: string): Promise<number> {
    for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => this.leave());
    let id: string | undefined;
    try {
      const session = await this.app.start();
      if (prompt !== undefined) return (await this.turn(prompt)) ? 0 : 1;
      this.terminal.write(`${dim(words.chat.intro)}\n`);
      while (!this.leaving) {
        const line = await this.nextLine();
        if (line === undefined || line === "/exit" || line === "/quit") break;
        if (line === "") continue;
        await this.turn(line);
        id = session.id;
      }
      return 0;
    } finally {
      this.terminal.close();
      await this.app.close(LEAVING);
      if (id !== undefined) process.stdout.write(`${dim(words.chat.resume(`pawl chat --resume ${id}`))}\n`);
    }
  }

  private async nextLine(): Promise<string | undefined> {
    const { ahead } = this;
    this.ahead = undefined;
    if (ahead !== undefined) return ahead;
    this.presses = 0;
    const idle = setTimeout(
      () => this.app.notify("idle_prompt", "Claude is waiting for your input"),
      IDLE_MS,
    );
    const line = await this.terminal.nextLine(bold("> "));
    clearTimeout(idle);
    return line?.trim();
  }

  /** Returns whether it succeeded. */
  private async turn(prompt: string): Promise<boolean> {
    let ok = true;
    this.presses = 0;
    this.inTurn = true;
    for await (const event of this.app.send(prompt)) {
      this.show(event);
      if (event.type === "end") ok = event.ok;
    }
    this.inTurn = false;
    return ok;
  }

  private show(event: TurnEvent): void {
    const { terminal } = this;
    if (event.type === "text") terminal.write(plain(event.text));
    else if (event.type === "notice") terminal.write(`${dim(plain(event.text))}\n`);
    else if (event.type === "tool")
      terminal.write(`${dim(`· ${event.name} ${toOneLine(event.about, 100)}`)}\n`);
    else if (!event.ok) terminal.write(`${red(toOneLine(event.error ?? words.chat.failed))}\n`);
  }

  private interrupt(): void {
    this.presses++;
    if (this.inTurn) this.interruptTurn();
    else if (this.presses > 1) this.leave();
    else this.terminal.startOver(dim(words.chat.leave));
  }

  private interruptTurn(): void {
    if (this.presses > PATIENCE) this.leave();
    if (this.presses > 1) return;
    this.terminal.write(`\n${dim(words.chat.stopped)}\n`);
    this.app.interrupt().catch(() => this.leave());
  }

  private leave(): void {
    this.leaving = true;
    this.terminal.close();
    // The turn ends together with the client, and `run` waits for both.
    if (this.inTurn) this.app.abandon();
  }
}
