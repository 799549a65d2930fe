import { base64, createRandom, type Random, type Value } from "./random.ts";

/** How the secret is written in the text. `pem` means that each line of the key's body stands there by itself. */
export type Encoding = "plain" | "base64" | "url" | "json" | "xml" | "yaml" | "shell" | "pem";

export interface Template {
  readonly id: string;
  readonly kind: string;
  readonly value: Value;
  /** Gets the secret as `encoding` writes it. `r` fills in harmless details such as ids and times. */
  readonly text: (written: string, r: Random) => string;
  readonly encoding: Encoding;
}

export interface Case {
  readonly group: string;
  readonly id: string;
  readonly kind: string;
  readonly encoding: Encoding;
  /** The decoded value. */
  readonly secret: string;
  /** The strings that stand for the secret in the text. None of them may survive. */
  readonly forms: readonly string[];
  /** `text(secret)` is the input for the redactor. */
  readonly text: (value: string) => string;
}

export interface Harmless {
  readonly group: string;
  readonly id: string;
  readonly text: string;
}

export interface HarmlessTemplate {
  readonly id: string;
  readonly text: (r: Random) => string;
}

export function secretCase(
  id: string,
  kind: string,
  value: Value,
  text: Template["text"],
  encoding: Encoding = "plain",
): Template {
  return { id, kind, value, text, encoding };
}

const XML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

export function encode(value: string, encoding: Encoding): string {
  switch (encoding) {
    case "plain":
    case "pem":
      return value;
    case "base64":
      return base64(value);
    case "url":
      return encodeURIComponent(value);
    case "json":
      return JSON.stringify(value).slice(1, -1);
    case "xml":
      return value.replace(/[&<>"']/g, (c) => XML[c] ?? c);
    case "yaml":
      return value.replaceAll("'", "''");
    case "shell":
      return value.replaceAll("'", `'\\''`);
  }
}

const isMarker = (line: string) => line.startsWith("-----") || line.includes(": ") || line.trim() === "";

/** The lines that hold the key itself, without the BEGIN and END lines and the headers. */
export const keyLines = (pem: string): string[] => pem.split("\n").filter((line) => !isMarker(line));

export function toCases(group: string, templates: readonly Template[], seed: number): Case[] {
  return templates.map((template) => {
    const id = `${group}/${template.id}`;
    const secret = template.value(createRandom(`${seed} ${id} value`));
    const { encoding, kind } = template;
    return {
      group,
      id,
      kind,
      encoding,
      secret,
      forms: encoding === "pem" ? keyLines(secret) : [encode(secret, encoding)],
      text: (value) => template.text(encode(value, encoding), createRandom(`${seed} ${id} text`)),
    };
  });
}

export function toHarmless(group: string, templates: readonly HarmlessTemplate[], seed: number): Harmless[] {
  return templates.map((template) => {
    const id = `${group}/${template.id}`;
    return { group, id, text: template.text(createRandom(`${seed} ${id}`)) };
  });
}
