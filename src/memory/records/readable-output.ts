/** A tool's output as a person would see it, without the client's JSON around it. */
import { type Output, toOutput } from "../digest/output.ts";

export function readableOutput(response: string): Output {
  const value = tryParse(response);
  const text = value === undefined ? cutContent(response) : textIn(value);
  return text === undefined ? toOutput({ response }) : toOutput({ response: text });
}

/** Claude Code: `{file: {content}}` of Read, `{content}` of others, blocks of text of MCP tools and subagents. */
function textIn(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const texts = value.map(blockText);
    return texts.every((text) => text !== undefined) && texts.length > 0 ? texts.join("\n\n") : undefined;
  }
  if (typeof value !== "object" || value === null || "stdout" in value) return undefined;
  const { file, content, text, result, filenames } = value as Record<string, unknown>;
  for (const part of [file, content, text, result]) {
    const found = part === undefined ? undefined : textIn(part);
    if (found !== undefined) return found;
  }
  return Array.isArray(filenames) ? filenames.map(String).join("\n") : undefined;
}

function blockText(block: unknown): string | undefined {
  if (typeof block === "string") return block;
  const { type, text } = Object(block) as { type?: unknown; text?: unknown };
  return type === "text" && typeof text === "string" ? text : undefined;
}

function tryParse(text: string): unknown {
  if (!/^[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A long answer was cut when it was stored. The part after the last opened text is that text's beginning. */
function cutContent(response: string): string | undefined {
  const start = /^[[{].{0,300}?"(?:content|text)":"/s.exec(response)?.[0];
  if (start === undefined) return undefined;
  const body = response.slice(start.length).replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, "");
  try {
    return JSON.parse(`"${body}"`) as string;
  } catch {
    // The text ended before the cut; other fields follow.
    return undefined;
  }
}
