/** Documents of a kind that always contains secrets: Kubernetes secrets and wallet seed phrases. */

import { isPlaceholder } from "./placeholder.ts";
import type { Anchor } from "./scan.ts";
import { execAt } from "./span.ts";

const MAX_DOCUMENT = 6_000;

const secretKind = /kind["']?[ \t]{0,4}:[ \t]{0,4}["']?Secret["']?(?![A-Za-z])/y;
/** As YAML, with its indented lines, and as JSON. */
const data =
  /^([ \t]{0,12})(?:data|stringData):[ \t]*\n((?:\1[ \t]+[^\n]*(?:\n|$))+)|"(?:data|stringData)"\s{0,20}:\s{0,20}\{([^{}]{1,6000})\}/gm;
const field =
  /[\w.-]{1,120}["']?[ \t]{0,4}:[ \t]{0,4}(?:"([^"\n]{4,4000})"|'([^'\n]{4,4000})'|([^\s"'#,{}|>][^\n"'{}]{3,4000}?)(?=[ \t]*$))/dgm;

/** Kubernetes: everything under `data` and `stringData` of a Secret, whichever comes first. */
export const kubernetesAnchor: Anchor = {
  literal: "kind",
  find(text, at, pass) {
    if (execAt(secretKind, text, at) === null || at < (pass.refused.get(kubernetesAnchor) ?? 0))
      return undefined;
    const low = Math.max(0, at - MAX_DOCUMENT);
    const start = low + Math.max(0, text.slice(low, at).lastIndexOf("\n---"));
    const stop = text.slice(at, at + MAX_DOCUMENT).indexOf("\n---");
    const end = stop === -1 ? Math.min(text.length, at + MAX_DOCUMENT) : at + stop;
    pass.refused.set(kubernetesAnchor, end);
    pass.steps += end - start;
    for (const block of text.slice(start, end).matchAll(data)) {
      const body = block[2] ?? block[3] ?? "";
      const from = start + block.index + block[0].lastIndexOf(body);
      for (const one of body.matchAll(field)) {
        const [first, last] = one.indices?.[1] ?? one.indices?.[2] ?? one.indices?.[3] ?? [0, 0];
        if (!isPlaceholder(body.slice(first, last)))
          pass.more.push({ kind: "secret", start: from + first, end: from + last });
      }
    }
    return undefined;
  },
};

const phrase =
  /(?:mnemonic|seed|recovery)(?:[ _-]?(?:phrase|words?))?(?:[ \t][^\n:=.]{0,60}?(?:[:=]|[ \t](?:is|are|was)\b))?\W{1,8}((?:(?:\d{1,2}[.)][ \t]?)?[a-z]{3,8}(?:[ \t]{1,2}|\r?\n(?=\d{1,2}[.)]))){11,23}(?:\d{1,2}[.)][ \t]?)?[a-z]{3,8})/iy;
const SHORTEST_PHRASE = 12;
/** Words of sentences that no wallet's word list contains. */
const notOfWallets = /\b(?:the|and|are|with|for|was|not|from|your|has|its|which|when|into|must|each|been)\b/i;

/** The words of a wallet's seed phrase. */
export const phraseAnchors: Anchor[] = ["mnemonic", "seed", "recovery"].map((literal) => ({
  literal,
  fold: true,
  find(text, at) {
    const run = execAt(phrase, text, at)?.[1];
    if (run === undefined) return undefined;
    // A sentence may continue after the phrase.
    const cut = run.search(notOfWallets);
    const words = (cut === -1 ? run : run.slice(0, cut)).trimEnd();
    if (words.split(/\s+/).length < SHORTEST_PHRASE) return undefined;
    const start = phrase.lastIndex - run.length;
    return { kind: "seed-phrase", start, end: start + words.length };
  },
}));
