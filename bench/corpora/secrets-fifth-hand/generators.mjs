const LOW = "abcdefghijklmnopqrstuvwxyz",
  UP = LOW.toUpperCase(),
  DIG = "0123456789",
  AN = UP + LOW + DIG,
  HEX = "0123456789abcdef",
  B64 = AN + "+/",
  B64U = AN + "-_";
const pick = (r, a) => a[Math.floor(r() * a.length)];
const str = (r, a, n) => {
  let s = "";
  for (let i = 0; i < n; i++) s += pick(r, a);
  return s;
};
const int = (r, a, b) => a + Math.floor(r() * (b - a + 1));
const shuffle = (r, s) => {
  const a = [...s];
  for (let i = a.length - 1; i > 0; i--) {
    const j = Math.floor(r() * (i + 1));
    [a[i], a[j]] = [a[j], a[i]];
  }
  return a.join("");
};
const W =
  "velvet otter canyon drift marble lantern pepper glacier walnut harbor copper meadow thistle rocket saddle willow ember quartz falcon biscuit cobalt jigsaw monsoon parsley trumpet violet anchor bramble cinder dolphin fiddle goblin".split(
    " ",
  );
const H =
  "Sommer Winter Dragon Matilda Bayern Arsenal Pumpkin Sunshine Biscuit Monsoon Fluffy Toulouse Sevilla Mustang Berlin Kitten Falcon Cobalt Marzipan Oliver".split(
    " ",
  );
const cap = (s) => s[0].toUpperCase() + s.slice(1);
const leet = (s) => s.replace(/a/g, "4").replace(/e/g, "3").replace(/o/g, "0").replace(/i/g, "1");
const b64 = (s) => Buffer.from(s, "utf8").toString("base64");
const b64u = (s) => b64(s).replace(/=+$/, "").replace(/\+/g, "-").replace(/\//g, "_");
const mixed = (r, n, sym) => {
  const body =
    pick(r, UP) + pick(r, LOW) + pick(r, DIG) + pick(r, sym) + pick(r, sym) + str(r, AN + sym, n - 7);
  return pick(r, AN) + shuffle(r, body) + pick(r, AN);
};
const pemLines = (r, n, first) => {
  const out = [];
  for (let i = 0; i < n; i++) out.push(i === 0 ? first + str(r, B64, 64 - first.length) : str(r, B64, 64));
  out.push(str(r, B64, int(r, 30, 58)) + "==");
  return out;
};
const pem = (r, label, n, first) => [
  "-----BEGIN " + label + "-----",
  ...pemLines(r, n, first),
  "-----END " + label + "-----",
];
const K = "PRIVATE" + " KEY";
export const generators = {
  human_password: (r) => pick(r, H) + int(r, 1965, 2025) + pick(r, ["!", "!!", "#", "*", "?", "."]),
  human_leet: (r) =>
    cap(leet(pick(r, W).slice(0))) + pick(r, ["_", "-", ".", ""]) + leet(pick(r, W)) + int(r, 1, 99),
  human_two_words: (r) => pick(r, H) + pick(r, ["-", "_", ".", "+"]) + pick(r, W) + int(r, 10, 999),
  strong_password: (r) => mixed(r, int(r, 14, 22), "!#%*+-_=.:@^~?"),
  strong_simple: (r) => mixed(r, int(r, 14, 20), "-_.~"),
  alnum20: (r) => {
    let s;
    do s = str(r, AN, int(r, 18, 26));
    while (!/\d/.test(s) || !/[a-z]/.test(s) || !/[A-Z]/.test(s));
    return s;
  },
  alnum12: (r) => {
    let s;
    do s = str(r, AN, 12);
    while (!/\d.*\d/.test(s) || !/[a-z]/.test(s) || !/[A-Z]/.test(s));
    return s;
  },
  percent_password: (r) =>
    cap(pick(r, W)) +
    pick(r, ["%40", "%23", "%21", "%24"]) +
    str(r, AN, int(r, 5, 9)) +
    pick(r, ["%2F", "%3A", "%26"]) +
    int(r, 10, 99),
  hex32: (r) => str(r, HEX, 32),
  hex40: (r) => str(r, HEX, 40),
  hex64: (r) => str(r, HEX, 64),
  base64_32: (r) => str(r, B64, 43) + "=",
  base64_48: (r) => str(r, B64, 64),
  base64url_43: (r) => pick(r, AN) + str(r, B64U, 41) + pick(r, AN),
  azure_key: (r) => str(r, B64, 86) + "==",
  uuid_token: (r) =>
    [
      str(r, HEX, 8),
      str(r, HEX, 4),
      "4" + str(r, HEX, 3),
      pick(r, "89ab") + str(r, HEX, 3),
      str(r, HEX, 12),
    ].join("-"),
  github_pat: (r) => "gh" + "p_" + str(r, AN, 36),
  github_fine: (r) => "github" + "_pat_" + str(r, AN, 22) + "_" + str(r, AN, 59),
  gitlab_pat: (r) => "gl" + "pat-" + str(r, AN, 20),
  slack_bot: (r) => "xo" + "xb-" + str(r, DIG, 12) + "-" + str(r, DIG, 12) + "-" + str(r, AN, 24),
  slack_hook_path: (r) => "T" + str(r, UP + DIG, 10) + "/B" + str(r, UP + DIG, 10) + "/" + str(r, AN, 24),
  stripe_live: (r) => "sk" + "_live_" + str(r, AN, int(r, 24, 40)),
  npm_token: (r) => "np" + "m_" + str(r, AN, 36),
  google_key: (r) => "AI" + "za" + "Sy" + str(r, B64U, 33),
  sendgrid: (r) => "S" + "G." + str(r, B64U, 22) + "." + str(r, B64U, 43),
  openai_like: (r) => "sk-" + "proj-" + str(r, AN, 48),
  vault_token: (r) => "hv" + "s." + str(r, AN, 24),
  do_token: (r) => "dop" + "_v1_" + str(r, HEX, 64),
  hf_token: (r) => "h" + "f_" + str(r, UP + LOW, 34),
  telegram_bot: (r) => str(r, "123456789", 1) + str(r, DIG, 9) + ":" + "AA" + str(r, B64U, 33),
  invented_prefix: (r) =>
    pick(r, ["nwl", "brk", "tdx", "kvo", "plm"]) +
    "_" +
    pick(r, ["live", "prod", "sec", "key"]) +
    "_" +
    str(r, LOW + DIG, int(r, 24, 36)),
  aws_secret: (r) => str(r, AN, 6) + str(r, B64, 28) + str(r, AN, 6),
  jwt: (r) =>
    b64u('{"alg":"HS256","typ":"JWT"}') +
    "." +
    b64u(
      JSON.stringify({
        sub: "u" + int(r, 1000, 999999),
        role: pick(r, ["admin", "service", "deploy"]),
        iat: 1700000000 + int(r, 0, 50000000),
      }),
    ) +
    "." +
    str(r, B64U, 43),
  basic_b64: (r) =>
    b64(
      pick(r, ["deploy", "svc-report", "mreyes", "ingest", "jkovac"]) +
        ":" +
        pick(r, H) +
        str(r, AN, int(r, 8, 14)),
    ),
  passphrase_dash: (r) =>
    [pick(r, W), pick(r, W), pick(r, W), pick(r, W)].join("-") + (r() < 0.5 ? "-" + int(r, 10, 99) : ""),
  passphrase_space: (r) => [pick(r, W), pick(r, W), pick(r, W), pick(r, W), pick(r, W)].join(" "),
  app_password: (r) => [0, 0, 0, 0].map(() => str(r, LOW, 4)).join("-"),
  base32_totp: (r) => str(r, UP + "234567", 32),
  wireguard_key: (r) => str(r, B64, 42) + pick(r, "AEIMQUYcgkosw048") + "=",
  slack_hook_path_old: (r) => "T0" + str(r, UP + DIG, 7) + "/B0" + str(r, UP + DIG, 7) + "/" + str(r, AN, 24),
  aws_secret_slash: (r) => str(r, AN, 9) + "/" + str(r, AN, 12) + "+" + str(r, AN, 17),
  app_password_plain: (r) => str(r, LOW, 16),
  basic_b64_token: (r) => b64("x-token:" + str(r, HEX, 32)),
  jwt_rs256: (r) =>
    b64u(JSON.stringify({ alg: "RS256", typ: "JWT", kid: str(r, HEX, 8) })) +
    "." +
    b64u(
      JSON.stringify({
        iss: "https://id.thornbury.example",
        sub: str(r, HEX, 12),
        exp: 1750000000 + int(r, 0, 9000000),
      }),
    ) +
    "." +
    str(r, B64U, 342),
  pem_rsa: (r) => pem(r, "RSA " + K, int(r, 12, 24), "MIIEpAIBAAKCAQEA").join("\n"),
  pem_pkcs8: (r) => pem(r, K, int(r, 12, 24), "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC").join("\n"),
  pem_ec: (r) => pem(r, "EC " + K, 2, "MHcCAQEEI").join("\n"),
  pem_openssh: (r) =>
    pem(r, "OPENSSH " + K, int(r, 4, 6), "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ").join("\n"),
  pem_escaped: (r) => pem(r, K, int(r, 10, 18), "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC").join("\\n") + "\\n",
  pem_escaped_ec: (r) => pem(r, "EC " + K, 2, "MHcCAQEEI").join("\\n"),
  pem_indent4: (r) => pem(r, "RSA " + K, int(r, 12, 20), "MIIEpAIBAAKCAQEA").join("\n    "),
  pem_indent4_ssh: (r) =>
    pem(r, "OPENSSH " + K, int(r, 4, 6), "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ").join("\n    "),
};
export function pieces(value) {
  const parts = value.split(/\r?\n|\\n/);
  if (parts.length < 2) return [value];
  return parts.map((p) => p.trim()).filter((p) => p.length >= 20 && !p.startsWith("-----"));
}
