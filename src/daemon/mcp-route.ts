/**
 * `/mcp`: MCP over Streamable HTTP, stateless, so that clients survive a daemon restart. The client names its
 * project in a header; without one, only user-wide records are found.
 */
import type { Context } from "hono";
import { redactor } from "../memory/redact/redactor.ts";
import { formatTime } from "../platform/clock.ts";
import { projectRoot } from "../platform/project.ts";
import { version } from "../platform/version.ts";
import type { Service } from "./service.ts";

export const PROJECT_HEADER = "x-pawl-project";

export async function mcpRoute(c: Context, service: Service): Promise<Response> {
  // Loaded on the first request: most sessions never use it, and it is our largest dependency.
  const [{ createMcpServer }, { WebStandardStreamableHTTPServerTransport }] = await Promise.all([
    import("../mcp/server.ts"),
    import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"),
  ]);
  const folder = c.req.header(PROJECT_HEADER);
  const project = folder === undefined ? "" : projectRoot(decodeURIComponent(folder));
  const { store, now, messages } = service;
  const similar = service.embeddings.similar();
  const context = { store, redact: redactor, now, project, formatTime, messages, similar };
  const server = createMcpServer(context, version);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(c.req.raw);
  } finally {
    await server.close();
  }
}
