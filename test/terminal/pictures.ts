/** The terminal's pictures in docs/, from the story and the program itself. */
import { join } from "node:path";
import { toSvg } from "./svg.ts";
import type { Stage } from "./transcript.ts";

const PICTURES = join(import.meta.dir, "..", "..", "docs", "pictures");
const COLUMNS = 100;
const ROWS = 24;

const COMMANDS = [
  ["terminal-day", "pawl day: what happened on one day", ["day", "2026-03-10"]],
  ["terminal-blame", "pawl blame: the history of a file", ["blame", "src/totals.ts"]],
  ["terminal-status", "pawl status: what is connected", ["status"]],
] as const;

export interface Picture {
  file: string;
  svg: string;
}

export async function drawPictures(stage: Stage): Promise<Picture[]> {
  const pictures: Picture[] = [];
  const add = (name: string, title: string, shown: string) =>
    pictures.push({ file: join(PICTURES, `${name}.svg`), svg: toSvg(shown, COLUMNS, title) });
  for (const [name, title, command] of COMMANDS)
    add(name, title, await stage.show(command, { columns: COLUMNS, hasColour: true, locale: "en" }));
  add("terminal-ui", "pawl ui: sessions, search and preview", await stage.browser(COLUMNS, ROWS));
  return pictures;
}
