/**
 * `/mcp`: MCP over Streamable HTTP, stateless, so that clients survive a daemon restart. The client names its
 * project in a header, or in each call.
 */
import type { Context } from "hono";
import { formatTime } from "../platform/clock.ts";
import { version } from "../platform/version.ts";
import { redactor } from "../redact/redactor.ts";
import { createFindCaller } from "../work/caller.ts";
import type { Service } from "./service.ts";

export const PROJECT_HEADER = "x-pawl-project";

export async function mcpRoute(c: Context, service: Service): Promise<Response> {
  // Loaded on the first request: most sessions never use it, and it is our largest dependency.
  const [{ createMcpServer }, { WebStandardStreamableHTTPServerTransport }] = await Promise.all([
    import("../mcp/server.ts"),
    import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"),
  ]);
  const folder = readProject(c.req.header(PROJECT_HEADER));
  const project = service.projectOf(folder);
  const { store, now, messages, clientFiles } = service;
  const findCaller = createFindCaller({
    homeDir: service.home.dir,
    workflow: service.settings.workflow,
    folder: project === "" ? service.home.dir : folder,
    messages,
    now,
  });
  const common = { store, redact: redactor, now, formatTime, messages, findCaller, clientFiles };
  const { acrossProjects } = service.settings.recall;
  const context = { ...common, project, rootOf: service.projectOf, acrossProjects };
  const server = createMcpServer(context, version);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(c.req.raw);
  } finally {
    await server.close();
  }
}

/** A plain path, or a URL-encoded one, because a header cannot contain every character. */
function readProject(header = ""): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}
