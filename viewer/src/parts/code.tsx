/** Code with colours, as elements. The tokenizer is small, so colours are a help and no parser's word. */
import type { ComponentChildren } from "preact";
import { type ParsedLine, parse } from "sugar-high/core";
import { type Language, lang, languages } from "sugar-high/lang";

/** Longer texts are shown without colours, so that the reader does not wait. */
const MOST_COLOURED = 60_000;

const NAMES: Readonly<Record<string, string>> = {
  dockerfile: "dockerfile",
  makefile: "shell",
  gemfile: "ruby",
};

/** The language for a file name or a code fence; undefined if unknown. */
export function languageFor(name: string): Language | undefined {
  const base = name.split(/[/\\]/).at(-1)?.toLowerCase() ?? "";
  const id = NAMES[base] ?? lang(base.includes(".") ? (base.split(".").at(-1) ?? "") : base);
  return languages.find((one) => one.id === id && id !== "plaintext");
}

const lineOf = ({ tokens }: ParsedLine): ComponentChildren =>
  tokens.map(({ type, value }) =>
    type === "space" || type === "break" || type === "identifier" ? (
      value
    ) : (
      <span class={`t-${type}`}>{value}</span>
    ),
  );

/** Splits the text into lines, coloured if the language is supported. */
export function codeLines(text: string, language: Language | undefined): ComponentChildren[] {
  if (language === undefined || text.length > MOST_COLOURED) return text.split("\n");
  return parse(text, language.config ?? {}).lines.map(lineOf);
}

/** Lines that are shown at once; the rest on request, so that a page has a bounded number of elements. */
export const MOST_LINES = 400;

interface CodeProps {
  text: string;
  /** A file's name, or the word of a fence. */
  name?: string;
  class?: string;
}

export function Code({ text, name = "", class: more = "" }: CodeProps) {
  const lines = codeLines(text, languageFor(name));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
    <pre class={`code ${more}`} tabIndex={0}>
      <code>{lines.flatMap((line, i) => (i === 0 ? [line] : ["\n", line]))}</code>
    </pre>
  );
}
