import { escapeInvisible } from "../../text/invisible.ts";
import { type Command, toText, UsageError } from "../command.ts";
import { withStore } from "../open-store.ts";
import { visibleText } from "../output.ts";
import { words } from "../words.ts";
import { EXPORT_FORMATS, exportAll } from "./formats.ts";

export const command: Command = {
  usage: "export [--format json|md|csv]",
  example: "pawl export --format md > sessions.md",
  options: { format: { type: "string" }, json: { type: "boolean" } },
  async run({ values }) {
    const wanted = toText(values.format) ?? "json";
    const format = EXPORT_FORMATS.find((name) => name === wanted);
    if (format === undefined)
      throw new UsageError(words.errors.optionValues("--format", EXPORT_FORMATS.join(", "), wanted));
    await withStore(async (store) => {
      for await (const piece of exportAll(store, format)) {
        await write(format === "json" ? escapeInvisible(piece) : visibleText(piece));
      }
    });
    return 0;
  },
};

/** Waits for a slow reader, so that a large store does not fill the memory. */
function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error == null ? resolve() : reject(error)));
  });
}
