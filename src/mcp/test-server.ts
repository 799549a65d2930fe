/** The official client, connected to the real server on a real store. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { messagesFor } from "../locale/index.ts";
import { createClientFiles } from "../memory/client/client-files.ts";
import { createSameProject } from "../platform/same-project.ts";
import { redactJson, redactText } from "../redact/index.ts";
import type { Redactor } from "../redact/redactor.ts";
import { openStore } from "../store/open.ts";
import { createFindCaller } from "../work/caller.ts";
import type { McpContext } from "./context.ts";
import { createMcpServer } from "./server.ts";

const redact: Redactor = { text: redactText, json: redactJson, version: 1 };
export const project = "/home/dev/shop";

/** `over`: simulates HTTP, where no project is given and each call can name one. */
export async function connect(over: Partial<Pick<McpContext, "project" | "rootOf" | "acrossProjects">> = {}) {
  const dir = mkdtempSync(join(tmpdir(), "pawl-mcp-"));
  const store = await openStore({ database: join(dir, "pawl.db") });
  const same = createSameProject();
  const now = () => 1_000_000;
  const claudeDir = join(dir, "claude");
  const ctx = {
    store,
    redact,
    now,
    clientFiles: createClientFiles({ store, redact, now, same, claudeDir }),
    project,
    formatTime: (at: number) => new Date(at).toISOString(),
    messages: messagesFor("en"),
    findCaller: createFindCaller({
      homeDir: join(dir, "home"),
      workflow: {},
      folder: dir,
      session: "s-1",
      messages: messagesFor("en"),
      now: () => 1_000_000,
    }),
    ...over,
  };
  const server = createMcpServer(ctx, "0.0.0");
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "0" });
  await Promise.all([server.connect(far), client.connect(near)]);
  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args });
    const [first] = result.content as { text: string }[];
    return { text: first?.text ?? "", isError: result.isError === true };
  };
  return {
    store,
    client,
    claudeDir,
    clientFiles: ctx.clientFiles,
    call,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.close();
      await store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
