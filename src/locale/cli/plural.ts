/** English plurals: `1 session`, `2 sessions`. The other three languages have one form. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${n} ${new Intl.PluralRules("en").select(n) === "one" ? one : many}`;
}
