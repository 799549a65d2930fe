/** A made-up language whose vocabulary grows with what is written in it, as that of real projects does. */

export type Random = () => number;

/** The same numbers in every run. */
export function createRandom(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SYLLABLES =
  "ba con de for ge in ka lo mi ner or pre qui re sta ter un ver wi ze shi lan pu tro vex mar sol dri cham".split(
    " ",
  );
/** What every project speaks of, most common first. */
const COMMON =
  "the value error test file return session name type list import state user request token index count path result order handler config parse query cache update total check render client server row column limit default option message event store worker page input output field".split(
    " ",
  );

export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

/** The n-th of them occurs about 1/n as often as the first. */
export const pickCommon = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(list.length ** random()) - 1] as T;

/** A word that hardly any other session has. */
export function newWord(random: Random): string {
  const syllables = 2 + Math.floor(random() * 3);
  return Array.from({ length: syllables }, () => pick(random, SYLLABLES)).join("");
}

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A project's words: those of all projects, and its own, of which every session brings some. */
export interface Words {
  common(): string;
  own(): string;
  /** Two or three words as one, as in code. */
  name(): string;
  add(): string;
}

export function createWords(random: Random): Words {
  const own = Array.from({ length: 60 }, () => newWord(random));
  const common = () => pickCommon(random, COMMON);
  // Newer words are used more often than older ones.
  const mine = () => own[own.length - 1 - Math.floor(own.length ** random() - 1)] ?? common();
  const name = () => `${random() < 0.5 ? common() : mine()}${capital(random() < 0.4 ? common() : mine())}`;
  return {
    common,
    own: mine,
    name,
    add() {
      const word = newWord(random);
      own.push(word);
      return word;
    },
  };
}
