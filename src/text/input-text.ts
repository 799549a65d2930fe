/** The words of a tool's input: its values, without JSON's quotes and escapes. */
export function toInputText(input: string): string {
  const value = parseInput(input);
  if (value === undefined) return input;
  const texts: string[] = [];
  collect(value, texts);
  return texts.join("\n");
}

/** A field of the input that is a non-empty string. */
export function inputField(input: string, name: string): string | undefined {
  const value = parseInput(input);
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  const field: unknown = (value as Record<string, unknown>)[name];
  return typeof field === "string" && field.trim() !== "" ? field : undefined;
}

/** Callers read a call field by field, so the last parsed input is cached. It is never handed out or modified. */
let last: { input: string; value: unknown } = { input: "", value: undefined };

function parseInput(input: string): unknown {
  if (input !== last.input) last = { input, value: tryParse(input) };
  return last.value;
}

function tryParse(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    // Cut, or not JSON at all: the text itself is then the best there is.
    return undefined;
  }
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value === "string") texts.push(value);
  else if (typeof value === "number") texts.push(String(value));
  else if (Array.isArray(value)) for (const item of value) collect(item, texts);
  else if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) collect(item, texts);
  }
}
