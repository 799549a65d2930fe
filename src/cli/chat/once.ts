/** One question, one answer, no terminal: the answer alone on standard output. */
import type { Application } from "../../sdk/index.ts";
import { plain } from "../output.ts";
import { words } from "../words.ts";

const INTERRUPTED = 130;

export async function answerOnce(app: Application, prompt: string): Promise<number> {
  let code = 0;
  let interrupted = false;
  const stop = () => {
    interrupted = true;
    app.interrupt().catch(() => app.abandon());
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  try {
    await app.start();
    for await (const event of app.send(prompt)) {
      if (event.type === "text") process.stdout.write(plain(event.text));
      else if (event.type === "notice") process.stderr.write(`${plain(event.text)}\n`);
      else if (event.type === "end" && !event.ok) {
        process.stderr.write(`pawl: ${plain(event.error ?? words.chat.failed)}\n`);
        code = 1;
      }
    }
  } finally {
    await app.close();
  }
  return interrupted ? INTERRUPTED : code;
}
