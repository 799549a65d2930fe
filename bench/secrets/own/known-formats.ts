import { secretCase, type Template } from "../corpus-case.ts";
import { type ALPHABET, type Random, token, type Value } from "../random.ts";

/** Formats that mark themselves, standing alone in a sentence. Prefixes are in parts, so that no scanner takes this file for a leak. */
const alone = (id: string, value: Value): Template =>
  secretCase(id, id, value, (written) => `got ${written} back`);
const of = (
  id: string,
  parts: [string, string],
  alphabet: keyof typeof ALPHABET,
  length: number,
  suffix = "",
) => alone(id, token(parts.join(""), alphabet, length, suffix));
const made = (id: string, parts: [string, string], body: (r: Random) => string) =>
  alone(id, (r) => parts.join("") + body(r));

export const knownFormats: readonly Template[] = [
  made("pinecone", ["pc", "sk_"], (r) => `${r.base62(6)}_${r.base62(63)}`),
  of("nvidia", ["nv", "api-"], "base64url", 64),
  of("tavily", ["tv", "ly-dev-"], "base62", 32),
  of("tavily-plain", ["tv", "ly-"], "base62", 32),
  of("firecrawl", ["f", "c-"], "hex", 32),
  of("fireworks", ["f", "w_"], "base62", 24),
  of("cerebras", ["cs", "k-"], "base36", 48),
  of("elevenlabs", ["s", "k_"], "hex", 48),
  of("jina", ["ji", "na_"], "base62", 60),
  of("voyage", ["p", "a-"], "base64url", 43),
  of("together", ["tg", "p_v1_"], "base64url", 43),
  made("hubspot", ["pat", "-na1-"], (r) => r.uuid()),
  of("square", ["EA", "AA"], "base64url", 60),
  of("stytch", ["sec", "ret-live-"], "base64url", 36, "="),
  of("scalingo", ["tk", "-us-"], "base64url", 48),
  made("asana", ["2", "/"], (r) => `${r.chars("123456789", 16)}/${r.chars("123456789", 16)}:${r.hex(32)}`),
  made("wakatime", ["wa", "ka_"], (r) => r.uuid()),
  of("vault-legacy", ["s", "."], "base62", 24),
  made(
    "defined",
    ["dn", "key-"],
    (r) =>
      `${r.chars("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 26)}-${r.chars("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 52)}`,
  ),
  made(
    "authress",
    ["sc", "_"],
    (r) =>
      `${r.chars("abcdefghijklmnop", 10)}.${r.hex(4)}.acc_${r.chars("abcdefghij0123456789", 12)}.${r.base62(60)}`,
  ),
  of("github", ["gh", "p_"], "base62", 36),
  of("gitlab", ["gl", "pat-"], "base64url", 20),
  of("stripe", ["sk", "_live_"], "base62", 24),
  of("anthropic", ["sk-", "ant-api03-"], "base64url", 93, "AA"),
  of("google", ["AI", "za"], "base64url", 35),
  of("aws-id", ["AK", "IA"], "base32", 16),
  of("npm", ["np", "m_"], "base62", 36),
  of("apify", ["ap", "ify_api_"], "base62", 36),
  of("intra42", ["s-s4t2", "ud-"], "hex", 64),
  of("settlemint", ["sm", "_pat_"], "base62", 16),
  of("e2b", ["e2", "b_"], "hex", 40),
  of("runpod", ["rp", "a_"], "BASE36", 44),
  of("mailersend", ["ml", "sn."], "hex", 64),
  of("aiven", ["AV", "NS_"], "base64url", 19),
  of("inngest", ["sign", "key-prod-"], "hex", 64),
  of("polar", ["polar", "_oat_"], "base62", 43),
  made("langfuse", ["sk", "-lf-"], (r) => r.uuid()),
  of("tencent", ["AK", "ID"], "base62", 32),
  of("dingtalk", ["S", "EC"], "hex", 64),
  of("coze", ["pa", "t_"], "base62", 64),
  of("atlas-service-account", ["mdb", "_sa_sk_"], "base64url", 40),
  of("deno", ["dd", "p_"], "base62", 36),
  made("bcrypt", ["$2", "b$12$"], (r) =>
    r.chars("./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 53),
  ),
  made("sha512-crypt", ["$6", "$"], (r) => `${r.base62(16)}$${r.base62(86)}`),
  made("apr1", ["$ap", "r1$"], (r) => `${r.base62(8)}$${r.base62(22)}`),
  made("argon2", ["$argon", "2id$v=19$m=65536,t=3,p=4$"], (r) => `${r.base62(22)}$${r.base62(43)}`),
  made("yescrypt", ["$", "y$j9T$"], (r) => `${r.base62(22)}$${r.base62(43)}`),
  made("base64-jwt", ["ZXlK", ""], (r) => `${r.base62(120)}`),
  made(
    "paddle",
    ["pdl", "_live_apikey_"],
    (r) => `01${r.chars("abcdefghjkmnpqrstvwxyz0123456789", 24)}_${r.base62(22)}_${r.base62(3)}`,
  ),
  of("ory", ["ory", "_pat_"], "base62", 32),
  of("browserbase", ["bb", "_live_"], "base64url", 27),
  of("cohere-style-co", ["rzp", "_live_"], "base62", 14),
];
