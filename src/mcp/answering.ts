/** From a function that returns text to a tool's result. */
import { PawlError } from "../platform/errors.ts";

interface ToolResult {
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
  isError?: boolean;
}

interface Extra {
  _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** Pawl's own errors become answers that the model can act on; the SDK reports all others. */
export function answering<I>(
  act: (input: I, meta: Extra["_meta"]) => Promise<string>,
): (input: I, extra: Extra) => Promise<ToolResult> {
  return async (input, extra) => {
    try {
      return { content: [{ type: "text", text: await act(input, extra._meta) }] };
    } catch (error) {
      if (!(error instanceof PawlError)) throw error;
      const text = `${error.message}${error.hint === undefined ? "" : ` ${error.hint}`}`;
      return { content: [{ type: "text", text }], isError: true };
    }
  };
}
