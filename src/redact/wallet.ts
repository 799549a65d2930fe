import type { Anchor } from "./scan.ts";

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
