/** How much of the model's attention a text costs. */

const CJK = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

/**
 * An estimate on the careful side, without a tokenizer's megabytes: a Chinese, Japanese or Korean character is
 * about one token, of other text about 3.6 characters make one (English prose has 4 and more, code and paths less).
 */
export function estimateTokens(text: string): number {
  const wide = text.match(CJK)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 3.6);
}
