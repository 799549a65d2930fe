/** All projects of the corpus, with the questions that are asked about them. */
import type { Questions } from "./dsl.ts";
import { teashop } from "./questions/teashop.ts";

export const corpus: readonly Questions[] = [teashop];
