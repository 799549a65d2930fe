/**
 * How daemon and keeper know each other. After `kill -9` any program may have the port, so the token itself is never sent:
 * each side proves that it can read it.
 */
export const PROOF_HEADER = "x-pawl-proof";
export const PROOF_TIME_HEADER = "x-pawl-proof-time";

/** A proof that somebody overheard is of no use for long. */
const FRESH_MS = 10_000;

/** For a request: it holds for this path and this body. */
export function proveRequest(
  token: string,
  path: string,
  body: string,
  at = Date.now(),
): Record<string, string> {
  return {
    [PROOF_HEADER]: proof(token, `request\n${path}\n${at}\n${body}`),
    [PROOF_TIME_HEADER]: String(at),
  };
}

export function isProven(
  token: string,
  headers: Headers,
  path: string,
  body: string,
  now = Date.now(),
): boolean {
  const at = Number(headers.get(PROOF_TIME_HEADER));
  if (token === "" || !(Math.abs(now - at) <= FRESH_MS)) return false;
  return isSame(headers.get(PROOF_HEADER) ?? "", proof(token, `request\n${path}\n${at}\n${body}`));
}

/** For the answer: it holds for the request with this proof. */
export function proveAnswer(token: string, requestProof: string): string {
  return proof(token, `answer\n${requestProof}`);
}

function proof(token: string, text: string): string {
  return new Bun.CryptoHasher("sha256", token).update(text).digest("hex");
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && crypto.timingSafeEqual(a, b);
}
