import { isPlaceholder } from "./placeholder.ts";
import { looksRandom } from "./randomness.ts";
import type { Finding } from "./spans.ts";

const credential =
  /\\{0,3}["'`]?(?:(Bearer|Basic|Token|Digest|ApiKey|Api-Key|Negotiate|NTLM|OAuth|SSWS|GenieKey|key|AWS4-HMAC-SHA256|DPoP|Splunk|Klaviyo-API-Key|Bot|JWT|KakaoAK|[A-Za-z]{2,16}-(?:Auth|API|Api)(?:-[A-Za-z]{2,8})?)(?:\\?u0020|[ \t=.]){1,4})?([A-Za-z0-9._~+/=:|%-]{6,4096})/iy;
const params = /(?:Credential|Signature|username|response|nonce)=/;

/** The value of an Authorization header: the scheme stays, the credential goes. */
export function findAuthorization(text: string, from: number): Finding | undefined {
  credential.lastIndex = from;
  const match = credential.exec(text);
  if (match === null) return undefined;
  const scheme = (match[1] ?? "").toLowerCase();
  const value = match[2] ?? "";
  if (isPlaceholder(value) || /^\w+:\/\//.test(value)) return undefined;
  const start = credential.lastIndex - value.length;
  if (scheme === "aws4-hmac-sha256" || scheme === "digest" || params.test(value)) {
    let end = credential.lastIndex;
    // The parameters of Digest have quotes of their own.
    const stop = scheme === "digest" ? /['`\n]/ : /["'`\n\\]/;
    while (end < text.length && end < from + 4096 && !stop.test(text[end] ?? "")) end++;
    return { kind: "authorization", start, end };
  }
  if (!isCredential(value, scheme)) return undefined;
  return { kind: "authorization", start, end: credential.lastIndex };
}

function isCredential(value: string, scheme: string): boolean {
  if (scheme === "basic")
    return (
      value.length >= 8 &&
      /^[A-Za-z0-9+/]+={0,2}$/.test(value) &&
      new Set(value).size >= 6 &&
      /[A-Z0-9=]/.test(value)
    );
  return scheme !== ""
    ? value.length >= 8 && (looksRandom(value, 8) || value.length >= 32)
    : looksRandom(value);
}

const cookies =
  /\\{0,3}["'`]?((?:[\w.$-]{1,64}=[^\s;"'`\\]{0,4096})(?:;[ \t]{0,2}[\w.$-]{1,64}(?:=[^\s;"'`\\]{0,4096})?){0,60})/y;

export function findCookie(text: string, from: number): Finding | undefined {
  cookies.lastIndex = from;
  const match = cookies.exec(text);
  const list = match?.[1];
  if (list === undefined) return undefined;
  const secret = list.split(/;[ \t]*/).some((cookie) => {
    const cut = cookie.indexOf("=");
    const name = cookie.slice(0, cut);
    const value = cookie.slice(cut + 1);
    if (cut === -1 || isPlaceholder(value) || ofVisitors.test(name)) return false;
    return (
      looksRandom(value) ||
      (/sess|sid|auth|token|jwt|csrf/i.test(name) && value.length >= 8 && /\d/.test(value))
    );
  });
  return secret
    ? { kind: "cookie", start: cookies.lastIndex - list.length, end: cookies.lastIndex }
    : undefined;
}

/** Cookies that count visitors. */
const ofVisitors = /^(?:_ga|_gid|_gat|_gcl|_fbp|__utm|_hj|_pk_|ajs_)/;

const signature = /[\w%+/=.~-]{20,1024}/y;
/** What signs a URL. */
export function findSignature(text: string, from: number): Finding | undefined {
  signature.lastIndex = from;
  const value = signature.exec(text)?.[0];
  if (value === undefined || !looksRandom(value)) return undefined;
  return { kind: "secret", start: from, end: from + value.length };
}
