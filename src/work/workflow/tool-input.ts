/** Reading a tool's input, which records keep as JSON. */

/** A text field of a tool's input. */
export function stringField(json: string, name: string): string {
  const value = parseObject(json)[name];
  return typeof value === "string" ? value : "";
}

export function parseObject(json: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(json));
  } catch {
    // An input that was cut when it was stored: it says nothing here.
    return {};
  }
}
