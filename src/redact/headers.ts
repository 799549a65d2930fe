/** The values of headers: Authorization and cookies. */
import { isPlaceholder } from "./placeholder.ts";
import { looksRandom } from "./randomness.ts";
import type { Finding } from "./spans.ts";

const credential =
  /\\{0,3}["'`]?(?:(Bearer|Basic|Token|Digest|ApiKey|Api-Key|Negotiate|NTLM|OAuth|SSWS|GenieKey|key|AWS4-HMAC-SHA256|DPoP|Splunk|Klaviyo-API-Key|Bot|JWT|KakaoAK|[A-Za-z]{2,16}-(?:Auth|API|Api)(?:-[A-Za-z]{2,8})?)(?:\\?u0020|[ \t=.]){1,4})?([A-Za-z0-9._~+/=:|%-]{6,4096})/iy;
const params = /(?:Credential|Signature|username|response|nonce)=/;

/** Finds the credential in an Authorization header. The scheme stays. */
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

const isCredential = (value: string, scheme: string): boolean =>
  scheme === "basic"
    ? /^(?=.*[A-Z0-9=])[A-Za-z0-9+/]{8,}={0,2}$/.test(value)
    : looksRandom(value, scheme === "" ? 16 : 8) || (scheme !== "" && value.length >= 32);

const cookies =
  /\\{0,3}["'`]?((?:[\w.$-]{1,64}=[^\s;"'`\\]{0,4096})(?:;[ \t]{0,2}[\w.$-]{1,64}(?:=[^\s;"'`\\]{0,4096})?){0,60})/y;

export function findCookie(text: string, from: number): Finding | undefined {
  cookies.lastIndex = from;
  const match = cookies.exec(text);
  const list = match?.[1];
  if (list === undefined) return undefined;
  const secret = list.split(/;[ \t]*/).some((cookie) => {
    const value = cookie.slice(cookie.indexOf("=") + 1);
    return looksRandom(value) && !isPlaceholder(value) && !ofVisitors.test(cookie);
  });
  return secret
    ? { kind: "cookie", start: cookies.lastIndex - list.length, end: cookies.lastIndex }
    : undefined;
}

/** Cookies that count visitors. */
const ofVisitors = /^(?:_ga|_gid|_gat|_gcl|_fbp|__utm|_hj|_pk_|ajs_)/;
