/** The real Claude Code in a scratch home, with a model that answers one word. No account, no network. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const repository = resolve(import.meta.dir, "..", "..");
export const bun = join(repository, "node_modules", "bun", "bin", "bun.exe");

const claude = join(
  repository,
  "node_modules",
  "@anthropic-ai",
  `claude-agent-sdk-${process.platform}-${process.arch}`,
  process.platform === "win32" ? "claude.exe" : "claude",
);
export const hasClient = existsSync(claude);

export interface Scratch {
  home: string;
  project: string;
  remove(): void;
}

export function openScratch(): Scratch {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "pawl-client-")));
  const project = join(home, "project");
  mkdirSync(project);
  return { home, project, remove: () => rmSync(home, { recursive: true, force: true }) };
}

export async function runClaude(
  { home, project }: Scratch,
  args: string[],
  env: Record<string, string> = {},
) {
  const child = Bun.spawn([claude, ...args], {
    cwd: project,
    // Nothing of the caller's environment: it may contain a session, an account or other hooks.
    env: {
      HOME: home,
      PATH: process.env.PATH ?? "",
      IS_SANDBOX: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_AUTOUPDATER: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      ...env,
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, output: out + err };
}

/** A scripted model that ends the turn at once, and an address for `http` hooks. */
export function openModel(onHook: (event: unknown, headers: Headers) => void = () => undefined) {
  const send = (type: string, data: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: "m",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    usage,
  };
  const answer = [
    send("message_start", { message }),
    send("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    send("content_block_delta", { index: 0, delta: { type: "text_delta", text: "ok" } }),
    send("content_block_stop", { index: 0 }),
    send("message_delta", { delta: { stop_reason: "end_turn" }, usage }),
    send("message_stop", {}),
  ].join("");
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/hook") {
        onHook(await request.json(), request.headers);
        return Response.json({});
      }
      if (pathname !== "/v1/messages") return new Response("{}", { status: 404 });
      return new Response(answer, { headers: { "content-type": "text/event-stream" } });
    },
  });
  const port = server.port ?? 0;
  return {
    port,
    env: { ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`, ANTHROPIC_API_KEY: "none" },
    close: () => server.stop(true),
  };
}
