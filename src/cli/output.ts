/** What people see. Colours only on a terminal, and never in JSON. */

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

const colours = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
const paint = (code: string) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = paint("1");
export const dim = paint("2");
export const green = paint("32");
export const red = paint("31");

/** Text from a session may hold escape sequences that would act on the user's terminal. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
}
