/** The values behind names of secrets in other languages than English. */
import type { Sort } from "./judge.ts";
import { findingOf } from "./named.ts";
import { LABELS } from "./names.ts";
import type { Anchor } from "./scan.ts";
import { bareSpan, execAt, lineBefore, quotedSpan, type Span, withoutPunctuation } from "./span.ts";
import { CELL_END, findTable } from "./tables.ts";

/** What joins a name and its value in these languages; also nothing but a blank. */
const join =
  /(?:キー|\*{1,3}|[`"'_]{1,3}|[」』）)])?(?:[ \t]{0,3}(?:от|для|к|de la|de|del|des|du|da|do|im|am|in|für|für die|pour|para|of|for|の)[ \t][^\s:：=＝]{1,30}(?:[ \t][^\s:：=＝]{1,30}){0,3}?)?(?:[ \t\u00a0\u202f]{0,4}(?:=>|->|→|：|＝|[:=—–])[ \t\u3000]{0,4}|[ \t]{0,3}(?:是|为|為|は|が|는|은|이|가)[:：]?[ \t]{0,4}|[ \t]{1,4}(?:es|est|ist|lautet|é|это|is)[:：]?[ \t]{1,4}|[ \t]{1,4})(?:\*{1,3}[ \t]{0,2})?/y;
/** What follows a value without a blank. */
const ending =
  /(?<=[!-~])(?:です|でした|である|입니다|이다|예요|이에요|になります|とする|로|으로|이며|인데|に|を|と|，|。|、).*$/;

/** The rest of the word; of a variable, also the words behind it: `CLAVE_API_PROD`. */
const moreLetters = /[\p{Script=Latin}\p{Script=Cyrillic}]{0,14}(?:_\w{1,40})?/uy;
const isLetter = /[\p{Script=Latin}\p{Script=Cyrillic}]/u;

/** The label is found as it is written, and what follows it is read as in a sentence. */
export const languageAnchors: Anchor[] = LABELS.map(({ literal, sort, fold, next }) => {
  const signs = /[:=\s]*[:=는]$/.exec(literal)?.[0].length ?? 0;
  const isEastern = !isLetter.test(literal[0] ?? "");
  return {
    literal,
    fold,
    ...(next === undefined ? {} : { next }),
    find(text, at, pass) {
      pass.steps += literal.length;
      if (at < pass.seenLabel || (!isEastern && isPartOfWord(text, at))) return undefined;
      let end = at + literal.length - signs;
      if (!isEastern && execAt(moreLetters, text, end) !== null) end = moreLetters.lastIndex;
      pass.seenLabel = end;
      pass.hints.push({ at, end, sort, isEastern });
      const name = { text: literal, start: at, end };
      if (execAt(join, text, end) !== null) {
        const from = join.lastIndex;
        const quoted = /["'`\\“„«「『]/.test(text[from] ?? "") ? quotedSpan(text, from) : undefined;
        const span = quoted ?? withoutEnding(text, bareSpan(text, from, lineBefore(text, at), false));
        const found = findingOf(text, span, sort, "said");
        if (found !== undefined) return found;
      }
      if (at >= pass.seenTable && CELL_END.test(text.slice(end, end + 42))) findTable(text, name, pass);
      return undefined;
    },
  };
});

/** `Datenbankschlüssel` is a key, `encodeclave` is none: a compound is German, and its letters are all small. */
const isPartOfWord = (text: string, at: number) =>
  isLetter.test(text[at - 1] ?? "") && !/^schlüssel/i.test(text.slice(at, at + 9));

function withoutEnding(text: string, span: Span): Span {
  const cut = ending.exec(text.slice(span.start, span.end))?.[0].length ?? 0;
  return withoutPunctuation(text, { ...span, end: span.end - cut });
}

/** Words that speak of logging in, or of a password in few letters. They find nothing themselves. */
const HINTS: [words: string, sort: Sort | "weak"][] = [
  [
    "login|log in|logged in|sign in|signin|log on|credential|account|unlock|username|userid|connect(|admin",
    "weak",
  ],
  ["paswd|pswd|passwrt|pword|密码|密碼|口令|暗号|비번|암호|пасс|Пасс|wifi|wi-fi|wlan", "password"],
  ["api key|api_key|apikey|api-key", "secret"],
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
