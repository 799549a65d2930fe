/** How a secret is written down that no name stands beside, and the tests that such a value has to pass. */
import { looksRandom } from "./entropy.ts";
import { isMadeUp, isStrong, uuid } from "./values.ts";

type Check = (value: string) => boolean;

export const isChosen: Check = (value) => (isStrong(value) || isMadeUp(value)) && !/^[./~]|:\/\//.test(value);
export const isGiven: Check = (value) => isChosen(value) || looksRandom(value) || uuid.test(value);
export const isArgument: Check = (value) => /[\d!@#$%^&*+=~?]/.test(value) || isChosen(value);
export const always: Check = () => true;

export interface Dialog {
  /** Where a word ends rather than where it begins: "value: " is far less frequent than "val". */
  literals: string[];
  fold?: boolean;
  /** From the literal on. Group 1 is the value; every part is bounded, so that each place costs the same. */
  pattern: RegExp;
  /** What has to stand before the literal, at most so far back as `reach`. */
  before?: RegExp;
  reach?: number;
  check?: Check;
}
