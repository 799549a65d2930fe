/**
 * About how many tokens a text costs, on the safe side: paths and code run at three to four characters a token,
 * Chinese, Korean and emoji at one or more tokens a character.
 */
export function estimateTokens(text: string): number {
  let narrow = 0;
  let wide = 0;
  for (const char of text) {
    if ((char.codePointAt(0) ?? 0) < 0x250) narrow++;
    else wide++;
  }
  return Math.ceil(narrow / 3.5 + wide * 1.2);
}
