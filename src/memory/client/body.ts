/** A memory's text for injection: short enough, and never without its reason. */
import { cut } from "../../text/quote.ts";

const REASONS = /^\s*(?:[-*]\s*)?\*\*\s*(?:Why|How to apply)\b/i;

const LEAST = 40;

/** Within the limit, or `LEAST`. A long text loses its middle, and keeps its **Why:** and **How to apply:** lines. */
export function bodyWithin(body: string, limit: number): string {
  const text = body.trim();
  if (text.length <= limit) return text;
  const lines = text.split("\n");
  const reasons = lines
    .flatMap((line, place) => (REASONS.test(line) ? [paragraphFrom(lines, place)] : []))
    .map((reason) => cut(reason, Math.floor(limit / 3)));
  if (reasons.length === 0) return cut(text, Math.max(LEAST, limit));
  // Empty if the text begins with a reason.
  const first = lines
    .slice(
      0,
      lines.findIndex((line) => REASONS.test(line)),
    )
    .join("\n")
    .trim();
  const left = limit - reasons.reduce((sum, reason) => sum + reason.length + 1, 0);
  return [...(first === "" ? [] : [cut(first, Math.max(LEAST, left))]), ...reasons].join("\n");
}

/** A reason may continue on the next lines. */
function paragraphFrom(lines: readonly string[], place: number): string {
  const rest = lines.slice(place + 1);
  const end = rest.findIndex((line) => line.trim() === "" || REASONS.test(line));
  return [lines[place], ...rest.slice(0, end < 0 ? rest.length : end)].join(" ").trim();
}
