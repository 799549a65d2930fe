/** Names of secrets in languages other than English, and words about logging in. */
import type { Sort } from "./judge.ts";
import { findValue } from "./named.ts";
import { LABELS } from "./names.ts";
import type { Anchor } from "./scan.ts";
import { execAt } from "./span.ts";

/** The rest of the word; for a variable, also the following words: `CLAVE_API_PROD`. */
const moreLetters = /[\p{Script=Latin}\p{Script=Cyrillic}]{0,14}(?:_\w{1,40})?/uy;
const isLetter = /[\p{Script=Latin}\p{Script=Cyrillic}]/u;

/** The label is matched as written, and the text after it is read as in a sentence. */
export const languageAnchors: Anchor[] = LABELS.map(({ literal, sort, fold }) => {
  const signs = /[:=\s]*[:=는]$/.exec(literal)?.[0].length ?? 0;
  const isEastern = !isLetter.test(literal[0] ?? "");
  return {
    literal,
    fold,
    find(text, at, pass) {
      pass.steps += literal.length;
      if (at < pass.seenLabel || (!isEastern && isPartOfWord(text, at))) return undefined;
      let end = at + literal.length - signs;
      if (!isEastern && execAt(moreLetters, text, end) !== null) end = moreLetters.lastIndex;
      pass.seenLabel = end;
      pass.hints.push({ at, end, sort, isEastern });
      return findValue(text, { text: literal, start: at, end }, sort, pass);
    },
  };
});

/** `Datenbankschlüssel` is a key, `encodeclave` is not: only German has compounds, all in lowercase inside. */
const isPartOfWord = (text: string, at: number) =>
  isLetter.test(text[at - 1] ?? "") && !/^schlüssel/i.test(text.slice(at, at + 9));

/** Words about logging in, or short words for a password. They find nothing on their own. */
const HINTS: [words: string, sort: Sort | "weak"][] = [
  ["login|log in|sign in|account|username|connect(|admin", "weak"],
  ["paswd|密码|密碼|口令|暗号|비번|암호|пасс|wifi|wi-fi|wlan", "password"],
  ["api key|apikey|api-key", "secret"],
];

export const hintAnchors: Anchor[] = HINTS.flatMap(([words, sort]) =>
  words.split("|").map((literal) => ({
    literal,
    fold: /^[a-z _-]+$/.test(literal),
    find(_text, at, pass) {
      pass.hints.push({ at, end: at + literal.length, sort });
      return undefined;
    },
  })),
);
