/** Every documented operation. The page's own routes (`/api/page/…`, `/api/hooks…`) change with the page and are not among them. */

import { z } from "zod";
import { anyHookInput } from "../../clients/index.ts";
import * as memories from "./memories.ts";
import * as read from "./read.ts";
import * as record from "./record.ts";
import { type Operation, post } from "./request.ts";
import * as team from "./team.ts";

const postHook = post("/hook", "Send a hook event, as the client sends it", {
  description:
    "The status is always 200, so that a mistake never blocks a session. The answer is what the client should do; an empty object means: go on. The token in the file hook-token opens this route only.",
  body: anyHookInput,
  answer: z.looseObject({}),
});

const makePageLink = post("/api/page-link", "A link that opens the page once", {
  answer: z.object({ path: z.string() }),
});

/** Not JSON, so neither is an `Operation`. */
export const OTHER_PATHS = {
  "/api/live": {
    get: {
      operationId: "live",
      summary: "What happens, as server-sent events",
      responses: {
        200: { description: "Events", content: { "text/event-stream": { schema: { type: "string" } } } },
      },
    },
  },
  "/mcp": {
    post: {
      operationId: "mcp",
      summary: "MCP over Streamable HTTP, without sessions",
      description: "Name the project as project in each call, or once in the header.",
      parameters: [
        {
          name: "X-Pawl-Project",
          in: "header",
          schema: { type: "string" },
          description: "A folder of the project; percent-encoded if it has letters beyond ASCII",
        },
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: { type: "object", description: "A JSON-RPC message" } } },
      },
      responses: {
        200: {
          description: "A JSON-RPC message",
          content: { "application/json": { schema: { type: "object" } } },
        },
      },
    },
  },
} as const;

/** By name. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  ...record,
  ...read,
  ...memories,
  ...team,
  postHook,
  makePageLink,
};
