/** Documents whose kind says that their values are secret: Kubernetes secrets, and the words that open a wallet. */

import { isPlaceholder } from "./placeholder.ts";
import type { Anchor, Pass } from "./scan.ts";
import { execAt } from "./span.ts";

const MAX_DOCUMENT = 6_000;

const secretKind = /(?:kind["']?[ \t]{0,4}:[ \t]{0,4}["']?Secret["']?(?![A-Za-z]))/y;
const dataLine = /^([ \t]{1,12})[\w.-]{1,120}:[ \t]{1,4}(["']?)([^\s"'#][^\n"']{3,4000})\2[ \t]*$/gm;
const jsonData = /"(?:data|stringData)"\s{0,20}:\s{0,20}\{([^{}]{1,6000})\}/g;
const jsonValue = /"[\w.-]{1,120}"\s{0,10}:\s{0,10}"([^"\\]{4,4000})"/g;

/** Kubernetes: everything under `data` and `stringData` of a Secret, whichever comes first. */
export const kubernetesAnchor: Anchor = {
  literal: "kind",
  find(text, at, pass) {
    if (execAt(secretKind, text, at) === null || at < (pass.refused.get(kubernetesAnchor) ?? 0))
      return undefined;
    const low = Math.max(0, at - MAX_DOCUMENT);
    const before = text.slice(low, at);
    const cut = Math.max(before.lastIndexOf("\n---"), 0);
    const start = low + cut;
    const ahead = text.slice(at, at + MAX_DOCUMENT);
    const stop = ahead.indexOf("\n---");
    const end = at + (stop === -1 ? ahead.length : stop);
    pass.refused.set(kubernetesAnchor, end);
    addDocument(text.slice(start, end), start, pass);
    return undefined;
  },
};

function addDocument(document: string, offset: number, pass: Pass): void {
  pass.steps += document.length;
  for (const block of document.matchAll(/^([ \t]{0,12})(?:data|stringData):[ \t]*\n/gm)) {
    const from = block.index + block[0].length;
    const indent = (block[1] ?? "").length;
    dataLine.lastIndex = from;
    for (let line = dataLine.exec(document); line !== null; line = dataLine.exec(document)) {
      if (
        (line[1] ?? "").length <= indent ||
        /^\S/m.test(document.slice(from, line.index).split("\n").pop() || " ")
      )
        break;
      if (/\n {0,12}(?:kind|metadata|type|apiVersion):/.test(document.slice(from, line.index))) break;
      const value = line[3] ?? "";
      if (isPlaceholder(value.trimEnd())) continue;
      const start = offset + line.index + line[0].lastIndexOf(value);
      pass.more.push({ kind: "secret", start, end: start + value.trimEnd().length });
    }
  }
  for (const block of document.matchAll(jsonData)) {
    const from = block.index + block[0].indexOf(block[1] ?? "");
    for (const field of (block[1] ?? "").matchAll(jsonValue)) {
      const value = field[1] ?? "";
      const start = offset + from + field.index + field[0].lastIndexOf(value);
      pass.more.push({ kind: "secret", start, end: start + value.length });
    }
  }
}

const phrase =
  /(?:mnemonic|seed|recovery)(?:[ _-]?(?:phrase|words?))?(?:[ \t][^\n:=.]{0,60}?(?:[:=]|[ \t](?:is|are|was)\b))?\W{1,8}((?:(?:\d{1,2}[.)][ \t]?)?[a-z]{3,8}(?:[ \t]{1,2}|\r?\n(?=\d{1,2}[.)]))){11,23}(?:\d{1,2}[.)][ \t]?)?[a-z]{3,8})/iy;
const SHORTEST_PHRASE = 12;
/** Words of sentences that no wallet's list has. */
const notOfWallets = /\b(?:the|and|are|with|for|was|not|from|your|has|its|which|when|into|must|each|been)\b/i;

/** The words that open a wallet. */
export const phraseAnchors: Anchor[] = ["mnemonic", "seed", "recovery"].map((literal) => ({
  literal,
  fold: true,
  find(text, at) {
    phrase.lastIndex = at;
    const run = phrase.exec(text)?.[1];
    if (run === undefined) return undefined;
    // Behind the phrase a sentence may go on.
    const cut = run.search(notOfWallets);
    const words = (cut === -1 ? run : run.slice(0, cut)).trimEnd();
    if (words.split(/\s+/).length < SHORTEST_PHRASE) return undefined;
    const start = phrase.lastIndex - run.length;
    return { kind: "seed-phrase", start, end: start + words.length };
  },
}));
