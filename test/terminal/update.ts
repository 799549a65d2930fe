/** `bun test/terminal/update.ts`: writes down what is shown now, and the pictures in docs/. Read the diff before it is committed. */
import { writeFileSync } from "node:fs";
import { drawPictures } from "./pictures.ts";
import { fileOf, openStage, SETTINGS } from "./transcript.ts";

await using stage = await openStage();
for (const setting of SETTINGS) writeFileSync(fileOf(setting), await stage.transcript(setting));
for (const { file, svg } of await drawPictures(stage)) writeFileSync(file, svg);
