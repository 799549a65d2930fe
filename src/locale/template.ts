/**
 * Sentences with placeholders. English defines them:
 *
 * - `{name}` takes a string
 * - `{#count}` takes a number
 * - `{#count file}` takes a number and prints "1 file" or "2 files"; `{#count memory|memories}` gives both forms
 * - `{count file}` does the same with a number that is text already
 *
 * A sentence with placeholders becomes a function whose parameters follow the order in English. The other languages
 * have one plural form, so their sentences use the same names as `{count}`.
 */

/** A language's sentences as they are written. */
export type Sentences = string | readonly Sentences[] | { readonly [key: string]: Sentences };

type NameIn<P extends string> = P extends `#${infer Rest}`
  ? NameIn<Rest>
  : P extends `${infer Name} ${string}`
    ? Name
    : P;

type ValuesOf<T extends string, Seen = never> = T extends `${string}{${infer P}}${infer Rest}`
  ? NameIn<P> extends Seen
    ? ValuesOf<Rest, Seen>
    : [value: P extends `#${string}` ? number : string, ...ValuesOf<Rest, Seen | NameIn<P>>]
  : [];

/** What callers get: text, or a function from a sentence's values to its text. */
export type Words<T> = T extends string
  ? T extends `${string}{${string}}${string}`
    ? (...values: ValuesOf<T>) => string
    : string
  : { readonly [K in keyof T]: Words<T[K]> };

const PLACEHOLDER = /\{(#?)(\w+)(?: ([^}|]+)(?:\|([^}]+))?)?\}/g;

/** The names of a sentence's placeholders, each once, in order. */
export function placeholders(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, , name = ""]) => name))];
}

/** English, or a translation of it. A sentence that a translation lacks stays English. */
export function toWords<const T extends Sentences>(english: T, translation?: Sentences): Words<T> {
  return build(english, translation) as Words<T>;
}

function build(english: Sentences, translation: Sentences | undefined): unknown {
  if (typeof english === "string") {
    const text = typeof translation === "string" ? translation : english;
    return english.includes("{") ? toFunction(english, text) : text;
  }
  const inner = Object(translation) as { readonly [key: string]: Sentences };
  if (Array.isArray(english)) return english.map((one, i) => build(one, inner[i]));
  return Object.fromEntries(Object.entries(english).map(([key, one]) => [key, build(one, inner[key])]));
}

function toFunction(english: string, text: string): (...values: (string | number)[]) => string {
  let names: readonly string[] | undefined;
  return (...values) => {
    names ??= placeholders(english);
    const order = names;
    return text.replace(PLACEHOLDER, (_, _number, name: string, one?: string, many?: string) => {
      const value = values[order.indexOf(name)];
      if (one === undefined) return String(value);
      return `${value} ${String(value) === "1" ? one : (many ?? `${one}s`)}`;
    });
  };
}
