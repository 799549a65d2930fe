/** Starts the empty HTTP server in its own process, like the daemon. */
import { join } from "node:path";

export interface EmptyServer extends AsyncDisposable {
  url: string;
  pid: number;
}

export async function startEmptyServer({ reads = false } = {}): Promise<EmptyServer> {
  const options = reads ? ["--reads"] : [];
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "empty-server.ts"), ...options], {
    env: { PATH: process.env.PATH ?? "" },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const reader = child.stdout.getReader();
  const first = await reader.read();
  const port = Number(new TextDecoder().decode(first.value));
  return {
    url: `http://127.0.0.1:${port}/hook`,
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}
