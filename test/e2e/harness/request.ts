/**
 * Who sends the request. `main`: the session's own loop. `subagent`: a loop started by the tool `Agent`.
 * `summary`: the summarizer of a compaction. `helper`: titles, probes and other small requests.
 */
export type RequestKind = "main" | "subagent" | "summary" | "helper";

export interface ModelRequest {
  /** Position among all requests of this model, from 0. */
  index: number;
  kind: RequestKind;
  body: MessagesBody;
  headers: Record<string, string>;
  /** Everything the model can read: system prompt, messages, tool results. Without tool descriptions. */
  text: string;
  /** Names of the tools on offer. */
  tools: string[];
}

export interface MessagesBody {
  model: string;
  messages: { role: string; content: string | Block[] }[];
  system?: string | Block[];
  tools?: { name?: string; type?: string }[];
  stream?: boolean;
  [field: string]: unknown;
}

export interface Block {
  type: string;
  text?: string;
  content?: string | Block[];
  [field: string]: unknown;
}

export function createRequest(index: number, body: MessagesBody, headers: Headers): ModelRequest {
  const tools = (body.tools ?? []).map((tool) => tool.name ?? tool.type ?? "");
  const request = { index, body, headers: Object.fromEntries(headers), text: textOf(body), tools };
  return { ...request, kind: kindOf(request) };
}

/** Flattens everything that the model can read in a request, so that a test can search in it. */
export function textOf(source: MessagesBody | ModelRequest): string {
  const body = isRequest(source) ? source.body : source;
  const parts = [flatten(body.system)];
  for (const message of body.messages) parts.push(flatten(message.content));
  return parts.join("\n");
}

/**
 * What is new in this request: everything after the model's last answer. The client may add a system message after
 * the relevant one, so the last message alone is not enough.
 */
export function lastText(request: Pick<ModelRequest, "body">): string {
  const { messages } = request.body;
  const answered = messages.findLastIndex((message) => message.role === "assistant");
  return messages
    .slice(answered + 1)
    .map((message) => flatten(message.content))
    .join("\n");
}

const isRequest = (source: MessagesBody | ModelRequest): source is ModelRequest => "body" in source;

function flatten(content: string | Block[] | undefined): string {
  if (content === undefined) return "";
  if (typeof content === "string") return content;
  return content.map(flattenBlock).join("\n");
}

function flattenBlock(block: Block): string {
  if (block.type === "text") return block.text ?? "";
  if (block.type === "tool_use") return JSON.stringify(block.input);
  if (block.type === "tool_result") return flatten(block.content);
  return "";
}

// The client's requests name no purpose; these are its marks (version 2.1.325).
const SUBAGENT_HEADER = "x-claude-code-agent-id";
const SUMMARY_MARK = "Your task is to create a detailed summary of the conversation";
const FEWEST_LOOP_TOOLS = 4;

function kindOf(request: Omit<ModelRequest, "kind">): RequestKind {
  if (lastText(request).includes(SUMMARY_MARK)) return "summary";
  if (request.tools.length < FEWEST_LOOP_TOOLS) return "helper";
  return SUBAGENT_HEADER in request.headers ? "subagent" : "main";
}
