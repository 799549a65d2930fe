/** All projects of the corpus, with the questions that are asked about them. */
import type { Questions } from "./dsl.ts";
import { baedal } from "./questions/baedal.ts";
import { blank } from "./questions/blank.ts";
import { ferry } from "./questions/ferry.ts";
import { forecast } from "./questions/forecast.ts";
import { quill } from "./questions/quill.ts";
import { teashop } from "./questions/teashop.ts";

export const corpus: readonly Questions[] = [teashop, forecast, ferry, quill, baedal, blank];
