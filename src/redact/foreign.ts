/** Names of secrets in other languages, and the values behind them. */
import { foreignEnd, foreignJoin, foreignLabels } from "./labels.ts";
import { findNearby } from "./nearby.ts";
import type { Anchor } from "./scan.ts";
import { CELL_END, findTable } from "./tables.ts";
import { findingOf, isOwnSign, wholeLine } from "./value-at.ts";
import { bareSpan, execAt, lineBefore, quotedSpan, type Span, withoutPunctuation } from "./value-span.ts";

/** The rest of the word; of a variable, also the words behind it: `CLAVE_API_PROD`. */
const moreLetters = /[\p{Script=Latin}\p{Script=Cyrillic}]{0,14}(?:_\w{1,40})?/uy;
const isLetter = /[\p{Script=Latin}\p{Script=Cyrillic}]/u;

/** The same in other languages: the label is found as it is written, and what follows it is read as in a sentence. */
export const foreignAnchors: Anchor[] = foreignLabels.map(({ literal, nameClass, fold, lead, next }) => {
  const signs = /[:=\s]*[:=는]$/.exec(literal)?.[0].length ?? 0;
  const isWord = isLetter.test(literal[0] ?? "");
  return {
    literal,
    fold,
    ...(next === undefined ? {} : { next }),
    find(text, place, pass) {
      pass.steps += literal.length;
      const at = place - lead.length;
      if (lead !== "" && text.slice(Math.max(0, at), place).toLowerCase() !== lead) return undefined;
      if (at < pass.seenLabel || (isWord && at > 0 && isPartOfWord(text, at))) return undefined;
      let end = place + literal.length - signs;
      if (isWord && execAt(moreLetters, text, end) !== null) end = moreLetters.lastIndex;
      pass.seenLabel = end;
      pass.hints.push({ at, of: nameClass === "password" ? "password" : "secret" });
      const name = { text: literal, start: at, end, isEastern: !isWord };
      if (execAt(foreignJoin, text, end) !== null) {
        const from = foreignJoin.lastIndex;
        const opened = /["'`\\“„«「『]/.test(text[from] ?? "") ? quotedSpan(text, from) : undefined;
        const quoted = opened !== undefined && isOwnSign(text, opened) ? undefined : opened;
        const span = quoted ?? bareSpan(text, from, lineBefore(text, at), false);
        const asked = quoted === undefined ? withoutPunctuation(text, withoutEnding(text, span)) : span;
        const found = findingOf(text, asked, nameClass, "said");
        const whole = wholeLine(text, name, { from, sign: ":", form: "said" }, found);
        if (nameClass === "password" && whole !== undefined) return whole;
        if (found !== undefined) return found;
      }
      if (name.start >= pass.seenTable && CELL_END.test(text.slice(end, end + 42)))
        findTable(text, name, pass);
      return findNearby(text, name, nameClass, pass);
    },
  };
});

/** `Datenbankschlüssel` is a key, `encodeclave` is none: a compound is German, and its letters are all small. */
const isPartOfWord = (text: string, at: number) =>
  isLetter.test(text[at - 1] ?? "") && !/^schlüssel/i.test(text.slice(at, at + 9));

function withoutEnding(text: string, span: Span): Span {
  const value = text.slice(span.start, span.end);
  const cut = value.search(/(?<=[!-~])(?:で|입|이|예|に|と|を|로|으|인|，|。|、)/);
  return cut === -1 || !(foreignEnd.test(value.slice(cut)) || /^[，。、]/.test(value.slice(cut)))
    ? span
    : { ...span, end: span.start + cut };
}
