/** Corpora by another hand are split by their ids: what is tuned is tuned on half A, and half B is run once. */
export function halfOf(id: string): "A" | "B" {
  const [first = "0"] = new Bun.CryptoHasher("sha256").update(id).digest("hex");
  return Number.parseInt(first, 16) % 2 === 0 ? "A" : "B";
}
