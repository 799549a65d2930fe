/** Prices per million tokens. The table is dated data; the setting `prices` overrides and extends it. */
import type { Usage } from "../../clients/usage.ts";
import table from "./prices.json" with { type: "json" };

/** US dollars per million tokens. A kind missing from the list costs as much as input. */
interface Price {
  input: number;
  output: number;
  cacheRead?: number | undefined;
  cacheWrite?: number | undefined;
  cacheWriteHour?: number | undefined;
}

export type Prices = Readonly<Record<string, Price>>;

export const PRICES_DATE: string = table.date;

/** Clients write `claude-opus-4-5-20251101`, providers add a prefix (`anthropic/…`, `us.anthropic.…-v1:0`). */
const DATED =
  /^(?:[a-z-]+[./])*?((?:claude|gpt)-.+?)(?:[@-]\d{8}|-\d{4}-\d{2}-\d{2})?(?:-v\d+(?::\d+)?)?(?:\[1m\])?$/;

/** Undefined for a model without a price: a guess by a similar name could be wrong by a factor. */
export function priceOf(model: string, own: Prices): Price | undefined {
  const models: Prices = table.models;
  const name = DATED.exec(model)?.[1];
  return own[model] ?? models[model] ?? (name === undefined ? undefined : (own[name] ?? models[name]));
}

export function costOf(usage: Usage, price: Price): number {
  const { input, output, cacheRead = input, cacheWrite = input, cacheWriteHour = cacheWrite } = price;
  const sum =
    usage.input * input +
    usage.output * output +
    usage.cacheRead * cacheRead +
    usage.cacheWrite * cacheWrite +
    usage.cacheWriteHour * cacheWriteHour;
  return sum / 1e6;
}
