/** A tiny MCP server over stdio whose only tool, `ask`, asks the user a question (an elicitation). */
import { createInterface } from "node:readline";

interface Message {
  id?: string | number;
  method?: string;
  params?: { protocolVersion?: string };
  result?: unknown;
}

const QUESTION = {
  mode: "form",
  message: "Which colour?",
  requestedSchema: {
    type: "object",
    properties: { colour: { type: "string", description: "Any colour" } },
    required: ["colour"],
  },
};
const ASK = { name: "ask", description: "Asks the user", inputSchema: { type: "object", properties: {} } };

let asking: string | number | undefined;

function send(message: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function answer({ id, method, params, result }: Message): void {
  if (method === "initialize") {
    const serverInfo = { name: "asker", version: "1.0.0" };
    send({
      id,
      result: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo },
    });
  } else if (method === "tools/list") {
    send({ id, result: { tools: [ASK] } });
  } else if (method === "tools/call") {
    asking = id;
    send({ id: "question", method: "elicitation/create", params: QUESTION });
  } else if (method === undefined && id === "question") {
    send({
      id: asking,
      result: { content: [{ type: "text", text: `The user said ${JSON.stringify(result)}` }] },
    });
  } else if (method !== undefined && id !== undefined) {
    send({ id, result: {} });
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== "") answer(JSON.parse(line) as Message);
}
