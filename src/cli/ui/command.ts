import { PawlError } from "../../platform/errors.ts";
import { ANY_NUMBER, type Command } from "../command.ts";
import { withStore } from "../open-store.ts";
import { isAtTerminal } from "../person.ts";
import { words } from "../words.ts";

export const command: Command = {
  usage: "ui [QUERY]",
  example: "pawl ui rounding",
  options: {},
  positionals: ANY_NUMBER,
  async run({ positionals }) {
    if (!isAtTerminal()) throw new PawlError("terminal_needed", words.activity.ui.needsTerminal);
    // Only this command draws, so it alone loads the drawing code.
    const { browse } = await import("./browser.ts");
    const session = await withStore((store) => browse(store, positionals.join(" ")));
    if (session === undefined) return 0;
    const { resume } = await import("../resume.ts");
    return resume(session);
  },
};
