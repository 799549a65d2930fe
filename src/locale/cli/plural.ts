const rules = new Intl.PluralRules("en");

/** English plurals: `1 session`, `2 sessions`. The other three languages have one form. */
export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${n} ${rules.select(n) === "one" ? one : many}`;
