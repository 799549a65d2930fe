import { describe, expect, test } from "bun:test";
import { LOCALES } from "../messages.ts";
import { type CliMessages, loadCliMessages } from "./index.ts";

const ARGUMENTS = ["α1", "β2", "γ3", "δ4", "ε5"] as const;

/** Every sentence by its dotted path; functions are called with marked arguments. */
function sentences({ thrown: _, ...messages }: CliMessages): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "string") found.set(path, value);
    else if (typeof value === "function") found.set(path, String(value(...ARGUMENTS)));
    else for (const [key, inner] of Object.entries(value as object)) walk(inner, `${path}/${key}`);
  };
  walk(messages, "");
  return found;
}

/** Only names and technical terms, which stay as they are. */
const NAMES_ONLY = new Set([
  "/sessions/claude",
  "/memory/fromSession",
  "/help/commands/memory/rows/relate URI KIND URI",
]);

const english = sentences(await loadCliMessages("en"));

describe.each(["zh-TW", "zh-CN", "ko"] as const)("the command line in %s", async (locale) => {
  const messages = await loadCliMessages(locale);
  const translated = sentences(messages);

  test("has exactly the sentences of English, none empty", () => {
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
    expect([...translated].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("is written in its own script", () => {
    const script = locale === "ko" ? /\p{Script=Hangul}/u : /\p{Script=Han}/u;
    const foreign = [...translated].filter(
      ([path, text]) => !script.test(text) && /\p{Script=Latin}/u.test(text) && !NAMES_ONLY.has(path),
    );
    expect(foreign).toEqual([]);
  });

  test("loses no argument", () => {
    const lost = [...english].filter(([path, text]) =>
      ARGUMENTS.some((argument) => text.includes(argument) && !translated.get(path)?.includes(argument)),
    );
    expect(lost).toEqual([]);
  });

  test("keeps the commands and options that a sentence tells the user to type", () => {
    const typed = (text: string) =>
      new Set(text.match(/pawl (?!that)[a-z]+|--[a-z][a-z-]*|\/exit|Ctrl-[A-Z]/g) ?? []);
    const lost = [...english].flatMap(([path, text]) => {
      const kept = translated.get(path) ?? "";
      return [...typed(text)].filter((one) => !kept.includes(one)).map((one) => `${path}: ${one}`);
    });
    expect(lost).toEqual([]);
  });
});

test("errors from below have the same codes and parameters in every language", async () => {
  const [first, ...others] = await Promise.all(
    LOCALES.filter((locale) => locale !== "en").map(async (locale) => (await loadCliMessages(locale)).thrown),
  );
  const shape = (thrown: CliMessages["thrown"] | undefined) =>
    Object.entries(thrown ?? {}).map(([code, { message, hint }]) => [
      code,
      placeholders(message),
      placeholders(hint),
    ]);
  expect(shape(first).length).toBeGreaterThan(20);
  for (const other of others) expect(shape(other)).toEqual(shape(first));
});

test("every translated error code is thrown somewhere, with the parameters of its sentence", async () => {
  const root = `${import.meta.dir}/../..`;
  const inModules = new Bun.Glob(
    "{platform,model,store,clients,memory,search,recall,history,work,hooks,team,daemon}/**/*.ts",
  );
  const files = [...inModules.scanSync({ cwd: root })];
  const sources = await Promise.all(
    files.filter((file) => !file.endsWith(".test.ts")).map((file) => Bun.file(`${root}/${file}`).text()),
  );
  const { thrown } = await loadCliMessages("ko");
  const missing = Object.entries(thrown).flatMap(([key, { message, hint }]) => {
    const [code, kind] = key.split(".");
    const throwing = sources.filter((text) => text.includes(`"${code}"`));
    const isGiven = (name: string) =>
      // The file of a settings error is added where it is known.
      (name === "file" && key.startsWith("settings_")) ||
      throwing.some((text) => new RegExp(`(params|kind)[^;]*\\b${name}\\b`).test(text));
    const wanted = [...placeholders(message), ...placeholders(hint)];
    return throwing.length > 0 &&
      wanted.every(isGiven) &&
      (kind === undefined || throwing.some((text) => text.includes(`"${kind}"`)))
      ? []
      : [key];
  });
  expect(missing).toEqual([]);
});

function placeholders(text = ""): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort();
}
