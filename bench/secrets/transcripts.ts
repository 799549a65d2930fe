/** The texts of tool calls in the client's transcripts. */
import { Glob } from "bun";

interface Block {
  type?: string;
  id?: string;
  tool_use_id?: string;
  input?: unknown;
  content?: unknown;
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const item of value) yield* stringsIn(item);
  else if (typeof value === "object" && value !== null)
    for (const item of Object.values(value)) yield* stringsIn(item);
}

function blocksOf(line: string): Block[] {
  if (!line.includes('"tool_use')) return [];
  const record: { message?: { content?: unknown } } = JSON.parse(line);
  const content = record.message?.content;
  return Array.isArray(content) ? content : [];
}

/** One for each use and one for each result of a call; both have the call's id. */
export async function* toolCallsIn(directory: string): AsyncGenerator<{ id: string; texts: string[] }> {
  for await (const name of new Glob("**/*.jsonl{,.gz}").scan(directory)) {
    const bytes = await Bun.file(`${directory}/${name}`).bytes();
    const lines = new TextDecoder().decode(name.endsWith(".gz") ? Bun.gunzipSync(bytes) : bytes).split("\n");
    for (const block of lines.flatMap(blocksOf)) {
      if (block.type === "tool_use" && block.id !== undefined)
        yield { id: block.id, texts: [...stringsIn(block.input)] };
      else if (block.type === "tool_result" && block.tool_use_id !== undefined)
        yield { id: block.tool_use_id, texts: [...stringsIn(block.content)] };
    }
  }
}
