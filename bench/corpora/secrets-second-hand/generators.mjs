// Generators of random values that look like real secrets. name -> (rng) => string, rng() in [0,1).
// None is valid anywhere: all random. Multi-line values (PEM ...) : see pieces().
import { createHmac } from "node:crypto";

const D = "0123456789",
  L = "abcdefghijklmnopqrstuvwxyz",
  U = L.toUpperCase();
const B62 = U + L + D,
  HEX = "0123456789abcdef",
  B36 = L + D,
  B64 = `${B62}+/`,
  B64U = `${B62}-_`,
  B32 = `${U}234567`;
const pick = (r, a) => a[Math.floor(r() * a.length)];
const int = (r, lo, hi) => lo + Math.floor(r() * (hi - lo + 1));
const str = (r, al, n) => {
  let s = "";
  for (let i = 0; i < n; i++) s += pick(r, al);
  return s;
};
// at least one digit, one lower, one upper (for values that shall look random in all classes)
const mix = (r, al, n) => {
  for (let k = 0; k < 50; k++) {
    const s = str(r, al, n);
    if (/\d/.test(s) && /[a-z]/.test(s) && /[A-Z]/.test(s)) return s;
  }
  return str(r, al, n);
};
const bytes = (r, n) => {
  const b = Buffer.alloc(n);
  for (let i = 0; i < n; i++) b[i] = Math.floor(r() * 256);
  return b;
};
const b64 = (r, n) => bytes(r, n).toString("base64");
const b64u = (x) => Buffer.from(x).toString("base64url");
const uuid = (r) => {
  const h = str(r, HEX, 32);
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-${pick(r, "89ab")}${h.slice(17, 20)}-${h.slice(20)}`;
};
const wrap = (s, w) => s.match(new RegExp(`.{1,${w}}`, "g")).join("\n");

const W = (
  "river maple copper falcon harbor winter silver orange tiger planet garden thunder marble rocket pepper bridge castle window candle forest " +
  "walnut anchor velvet summit meadow pirate lantern cactus granite badger salmon violin magnet saddle tunnel compass glacier hammer orchid puzzle " +
  "quartz ribbon sparrow timber turnip vortex willow zephyr biscuit cobalt dolphin ember fiddle gecko hazel indigo jasmine kettle lemon mango nickel " +
  "otter parrot raven sunset topaz umbra vanilla walrus yonder zebra monsoon tornado blizzard crimson saffron juniper basalt condor mustang bronco"
).split(" ");
const cap = (s) => s[0].toUpperCase() + s.slice(1);
const word = (r) => pick(r, W);
const leet = (s) => s.replace(/a/g, "4").replace(/e/g, "3").replace(/o/g, "0").replace(/i/g, "1");
const PY =
  "xiaoming wodemima zhangwei nihao beijing woaini taibei gaoxiong shanghai longmao hongdou baozi feiji dongfang meihua qingtian".split(
    " ",
  );
const KO = "rkskek qlalfqjsgh dkssud tkfkdgo gksrnr tjdnf qktks rlacl ghkdrma dlrjs vudckd wpwneh".split(" "); // Korean words typed on a QWERTY layout
const DEW = "Sonnen Winter Apfel Bergziege Schatten Kirsche Donner Laterne Wolken Fenster Hafen Brezel".split(
  " ",
);

const jwt = (r, alg, payload) => {
  const h = b64u(JSON.stringify({ alg, typ: "JWT", ...(alg[0] === "R" ? { kid: str(r, HEX, 16) } : {}) }));
  const p = b64u(JSON.stringify(payload));
  const sig =
    alg === "HS256"
      ? createHmac("sha256", bytes(r, 32)).update(`${h}.${p}`).digest("base64url")
      : bytes(r, alg === "ES256" ? 64 : 256).toString("base64url");
  return `${h}.${p}.${sig}`;
};
const at = (r, life) => {
  const iat = now(r);
  return { iat, exp: iat + life };
};
const now = (r) => 1690000000 + int(r, 0, 80000000);
const der = (r, head, n) => Buffer.concat([Buffer.from(head, "hex"), bytes(r, n)]).toString("base64");
const pem = (label, body, w = 64, hdr = "") =>
  `-----BEGIN ${label}-----\n${hdr}${wrap(body, w)}\n-----END ${label}-----`;
const rsaBody = (r) => der(r, "308204a40201000282010100", 1180);
const ecBody = (r) =>
  Buffer.concat([
    Buffer.from("30770201010420", "hex"),
    bytes(r, 32),
    Buffer.from("a00a06082a8648ce3d030107a14403420004", "hex"),
    bytes(r, 64),
  ]).toString("base64");
const p8Body = (r) =>
  Buffer.concat([
    Buffer.from("308204be020100300d06092a864886f70d0101010500048204a8308204a40201000282010100", "hex"),
    bytes(r, 1180),
  ]).toString("base64");
const p8ed = (r) =>
  Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), bytes(r, 32)]).toString("base64");
const sshBody = (r) => {
  const s = (b) => {
    b = Buffer.from(b);
    const l = Buffer.alloc(4);
    l.writeUInt32BE(b.length);
    return Buffer.concat([l, b]);
  };
  const pub = bytes(r, 32),
    chk = bytes(r, 4),
    n1 = Buffer.from([0, 0, 0, 1]);
  const pubBlob = Buffer.concat([s("ssh-ed25519"), s(pub)]);
  let priv = Buffer.concat([
    chk,
    chk,
    s("ssh-ed25519"),
    s(pub),
    s(Buffer.concat([bytes(r, 32), pub])),
    s(pick(r, ["deploy@ci", "mina@laptop", "root@bastion", "wei@dev-box"])),
  ]);
  for (let i = 1; priv.length % 8; i++) priv = Buffer.concat([priv, Buffer.from([i])]);
  return Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    s("none"),
    s("none"),
    s(""),
    n1,
    s(pubBlob),
    s(priv),
  ]).toString("base64");
};
const pgp = (r) =>
  `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQdGB${mix(r, B64, 59)}\n${wrap(str(r, B64, 64 * 14 + 40), 64)}\n=${str(r, B64, 4)}\n-----END PGP PRIVATE KEY BLOCK-----`;
const indent = (s, pre) =>
  s
    .split("\n")
    .map((l, i) => (i ? pre : "") + l)
    .join("\n");
const numbered = (s, f, start = 1) =>
  s
    .split("\n")
    .map((l, i) => f(i + start) + l)
    .join("\n");
const pct = (s) =>
  [...s]
    .map((c) =>
      /[A-Za-z0-9._~-]/.test(c) ? c : `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    )
    .join("");

export const generators = {
  // ---- random
  b62_12: (r) => mix(r, B62, 12),
  b62_16: (r) => mix(r, B62, 16),
  b62_20: (r) => mix(r, B62, 20),
  b62_24: (r) => mix(r, B62, 24),
  b62_32: (r) => mix(r, B62, 32),
  b62_40: (r) => mix(r, B62, 40),
  b62_64: (r) => mix(r, B62, 64),
  a36_16: (r) => str(r, B36, 15) + pick(r, D),
  a36_24: (r) => str(r, B36, 23) + pick(r, D),
  a36_32: (r) => str(r, B36, 31) + pick(r, D),
  hex16: (r) => str(r, HEX, 16),
  hex32: (r) => str(r, HEX, 32),
  hex40: (r) => str(r, HEX, 40),
  hex48: (r) => str(r, HEX, 48),
  hex64: (r) => str(r, HEX, 64),
  hex128: (r) => str(r, HEX, 128),
  HEX32: (r) => str(r, HEX, 32).toUpperCase(),
  b64_16: (r) => b64(r, 16),
  b64_20: (r) => b64(r, 20),
  b64_32: (r) => b64(r, 32),
  b64_48: (r) => b64(r, 48),
  b64_64: (r) => b64(r, 64),
  b64u_24: (r) => mix(r, B64U, 32),
  b64u_32: (r) => bytes(r, 32).toString("base64url"),
  b64u_64: (r) => bytes(r, 64).toString("base64url"),
  b32_16: (r) => str(r, B32, 16),
  b32_32: (r) => str(r, B32, 32),
  uuid,
  UUID: (r) => uuid(r).toUpperCase(),
  pin6: (r) => str(r, D, 6),
  digits10: (r) => pick(r, "123456789") + str(r, D, 9),
  // ---- people's passwords
  pw_human: (r) =>
    cap(word(r)) +
    (r() < 0.5 ? str(r, D, int(r, 2, 4)) : pick(r, ["2019", "2021", "2022", "2023", "2024", "2025"])) +
    pick(r, "!@#?*$"),
  pw_human_safe: (r) => cap(word(r)) + pick(r, "_-.") + cap(word(r)) + str(r, D, int(r, 2, 4)),
  pw_leet: (r) => cap(leet(word(r))) + pick(r, "@!_#") + leet(word(r)) + int(r, 1, 99),
  pw_wordnum: (r) => word(r) + word(r) + str(r, D, int(r, 2, 4)),
  pw_camel: (r) => cap(word(r)) + cap(word(r)) + cap(word(r)) + str(r, D, 2),
  pw_sym: (r) =>
    mix(r, B62, int(r, 6, 8)) + pick(r, "!@#%^&*+=?") + mix(r, B62, int(r, 3, 5)) + pick(r, "!@#%^&*+=?~"),
  pw_sh: (r) => mix(r, B62, int(r, 5, 8)) + pick(r, "@%+=:,._-") + mix(r, B62, int(r, 5, 8)),
  pw_url: (r) => mix(r, B62, int(r, 6, 9)) + pick(r, "-_.~") + mix(r, B62, int(r, 5, 8)),
  pw_urlenc: (r) =>
    pct(mix(r, B62, int(r, 4, 6)) + pick(r, "@#!/:%&") + cap(word(r)) + pick(r, "@#!/$") + str(r, D, 3)),
  pw_rand16: (r) => mix(r, `${B62}!@#%^*-_=+`, 15) + pick(r, B62),
  pw_rand24: (r) => mix(r, `${B62}!@#%^*()-_=+[]{}:,.?`, 23) + pick(r, B62),
  pw_start_sym: (r) => pick(r, "#!@%&*") + mix(r, B62, int(r, 9, 13)),
  phrase: (r) => [word(r), word(r), word(r), word(r)].join("-"),
  phrase_num: (r) => [word(r), word(r), int(r, 10, 99), word(r)].join("-"),
  phrase_dot: (r) => [cap(word(r)), word(r), word(r)].join(".") + int(r, 10, 99),
  phrase_sp: (r) => [word(r), word(r), word(r), word(r)].join(" "),
  pw_zh: (r) => pick(r, PY) + pick(r, ["@", "_", "", "#"]) + str(r, D, int(r, 3, 6)),
  pw_ko: (r) => pick(r, KO) + str(r, D, int(r, 2, 4)) + pick(r, "!@#*"),
  pw_de: (r) => pick(r, DEW) + pick(r, DEW).toLowerCase() + str(r, D, 2) + pick(r, "!?#"),
  pw_short: (r) => mix(r, B62, 8),
  pw_lower: (r) => str(r, L, 4) + str(r, D, 2) + str(r, L, 4),
  app_pw: (r) => [0, 1, 2, 3].map(() => str(r, L, 4)).join(" "),
  wifi: (r) => `${str(r, `${L}23456789`, 4)}-${str(r, `${L}23456789`, 4)}-${str(r, `${L}23456789`, 4)}`,
  recovery: (r) => `${str(r, HEX, 5)}-${str(r, HEX, 5)}`,
  b64_userpass: (r) =>
    Buffer.from(
      `${pick(r, ["admin", "svc-deploy", "jenkins", "api", "robot"])}:${mix(r, B62, int(r, 12, 20))}`,
    ).toString("base64"),
  b64_pw: (r) => Buffer.from(cap(word(r)) + pick(r, "!@#-_") + mix(r, B62, 10)).toString("base64"),
  b64_dockerauth: (r) => Buffer.from(`ci-bot:${mix(r, B62, 24)}`).toString("base64"),
  license: (r) => [0, 1, 2, 3, 4].map(() => str(r, U + D, 5)).join("-"),
  mnemonic: (r) => Array.from({ length: 12 }, () => word(r)).join(" "),
  eth_key: (r) => `0x${str(r, HEX, 64)}`,
  laravel: (r) => `base64:${b64(r, 32)}`,
  // ---- keys
  pem_rsa: (r) => pem("RSA PRIVATE KEY", rsaBody(r)),
  pem_ec: (r) => pem("EC PRIVATE KEY", ecBody(r)),
  pem_p8: (r) => pem("PRIVATE KEY", p8Body(r)),
  pem_ed: (r) => pem("PRIVATE KEY", p8ed(r)),
  pem_enc: (r) => pem("ENCRYPTED PRIVATE KEY", der(r, "3082052930530609", 1320)),
  pem_rsa_dek: (r) =>
    pem(
      "RSA PRIVATE KEY",
      b64(r, 1190),
      64,
      `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${str(r, HEX, 32).toUpperCase()}\n\n`,
    ),
  pem_dsa: (r) => pem("DSA PRIVATE KEY", der(r, "308201bb02010002818100", 430)),
  pem_openssh: (r) => pem("OPENSSH PRIVATE KEY", sshBody(r), 70),
  pgp_private: pgp,
  pem_rsa_in2: (r) => indent(pem("RSA PRIVATE KEY", rsaBody(r)), "  "),
  pem_rsa_in4: (r) => indent(pem("RSA PRIVATE KEY", rsaBody(r)), "    "),
  pem_p8_in4: (r) => indent(pem("PRIVATE KEY", p8Body(r)), "    "),
  pem_ssh_in6: (r) => indent(pem("OPENSSH PRIVATE KEY", sshBody(r), 70), "      "),
  pem_rsa_esc: (r) => `${pem("RSA PRIVATE KEY", rsaBody(r)).replace(/\n/g, "\\n")}\\n`,
  pem_p8_esc: (r) => `${pem("PRIVATE KEY", p8Body(r)).replace(/\n/g, "\\n")}\\n`,
  pem_ssh_esc: (r) => `${pem("OPENSSH PRIVATE KEY", sshBody(r), 70).replace(/\n/g, "\\n")}\\n`,
  pem_ec_esc: (r) => pem("EC PRIVATE KEY", ecBody(r)).replace(/\n/g, "\\n"),
  pem_rsa_crlf: (r) => pem("RSA PRIVATE KEY", rsaBody(r)).replace(/\n/g, "\r\n"),
  pem_rsa_catn: (r) => numbered(pem("RSA PRIVATE KEY", rsaBody(r)), (i) => `${String(i).padStart(6)}\t`),
  pem_ssh_catn: (r) =>
    numbered(pem("OPENSSH PRIVATE KEY", sshBody(r), 70), (i) => `${String(i).padStart(6)}\t`),
  pem_ssh_arrow: (r) =>
    numbered(pem("OPENSSH PRIVATE KEY", sshBody(r), 70), (i) => `${String(i).padStart(5)}→`),
  pem_ssh_grepn: (r) => numbered(pem("OPENSSH PRIVATE KEY", sshBody(r), 70), (i) => `${i}:`),
  pem_p8_plus: (r) => numbered(pem("PRIVATE KEY", p8Body(r)), () => "+"),
  pem_rsa_minus: (r) => numbered(pem("RSA PRIVATE KEY", rsaBody(r)), () => "-"),
  pem_ssh_quote: (r) => numbered(pem("OPENSSH PRIVATE KEY", sshBody(r), 70), () => "> "),
  pem_ec_pystr: (r) =>
    pem("EC PRIVATE KEY", ecBody(r))
      .split("\n")
      .map((l) => `    "${l}\\n"`)
      .join("\n"),
  pem_rsa_plus_js: (r) =>
    pem("RSA PRIVATE KEY", rsaBody(r))
      .split("\n")
      .map((l) => `  '${l}\\n'`)
      .join(" +\n"),
  pem_line64: (r) => mix(r, B64, 64),
  pem_line70: (r) => mix(r, B64, 70),
  rsa_line1: (r) => rsaBody(r).slice(0, 64),
  ssh_line1: (r) => sshBody(r).slice(0, 70),
  ssh_line3: (r) => sshBody(r).slice(210, 280),
  rsa_body1: (r) => rsaBody(r),
  ec_body1: ecBody,
  p8_body1: p8Body,
  ed_body1: p8ed,
  kube_keydata: (r) => Buffer.from(`${pem("RSA PRIVATE KEY", rsaBody(r))}\n`).toString("base64"),
  kube_ecdata: (r) => Buffer.from(`${pem("EC PRIVATE KEY", ecBody(r))}\n`).toString("base64"),
  b64_sshkey: (r) => Buffer.from(`${pem("OPENSSH PRIVATE KEY", sshBody(r), 70)}\n`).toString("base64"),
  jwk_d: (r) => bytes(r, 32).toString("base64url"),
  jwk_rsa_d: (r) => bytes(r, 256).toString("base64url"),
  jwk_p: (r) => bytes(r, 128).toString("base64url"),
  jwk_k: (r) => bytes(r, 64).toString("base64url"),
  wg_key: (r) => {
    const b = bytes(r, 32);
    b[0] &= 248;
    b[31] = (b[31] & 127) | 64;
    return b.toString("base64");
  },
  age_key: (r) => `AGE-SECRET-KEY-1${str(r, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)}`,
  jwt_hs: (r) =>
    jwt(r, "HS256", {
      sub: str(r, D, 8),
      name: pick(r, ["Ana Lima", "Jonas Berg", "Mei Lin", "Kim Minsu"]),
      ...at(r, 3600),
    }),
  jwt_rs: (r) =>
    jwt(r, "RS256", {
      iss: "https://auth.corp-internal.net/",
      sub: `auth0|${str(r, HEX, 24)}`,
      aud: "https://api.corp-internal.net",
      ...at(r, 86400),
      scope: "openid profile email",
    }),
  jwt_es: (r) =>
    jwt(r, "ES256", { sub: uuid(r), role: pick(r, ["admin", "service", "editor"]), exp: now(r) }),
  jwt_supabase: (r) =>
    jwt(r, "HS256", { iss: "supabase", ref: str(r, L, 20), role: "service_role", ...at(r, 315360000) }),
  jwt_k8s: (r) =>
    jwt(r, "RS256", {
      iss: "kubernetes/serviceaccount",
      "kubernetes.io/serviceaccount/namespace": "kube-system",
      "kubernetes.io/serviceaccount/secret.name": `deployer-token-${str(r, B36, 5)}`,
      "kubernetes.io/serviceaccount/service-account.name": "deployer",
      sub: "system:serviceaccount:kube-system:deployer",
    }),
  // ---- providers
  ghp: (r) => `ghp_${mix(r, B62, 36)}`,
  gho: (r) => `gho_${mix(r, B62, 36)}`,
  ghu: (r) => `ghu_${mix(r, B62, 36)}`,
  ghs: (r) => `ghs_${mix(r, B62, 36)}`,
  ghr: (r) => `ghr_${mix(r, B62, 36)}`,
  ghfine: (r) => `github_pat_11${str(r, U + D, 20)}_${mix(r, B62, 59)}`,
  glpat: (r) => `glpat-${mix(r, B64U, 19)}${pick(r, B62)}`,
  glptt: (r) => `glptt-${str(r, HEX, 40)}`,
  gldt: (r) => `gldt-${mix(r, B64U, 19)}${pick(r, B62)}`,
  glrt: (r) => `glrt-${mix(r, B64U, 19)}${pick(r, B62)}`,
  glcbt: (r) => `glcbt-${str(r, HEX, 2)}_${mix(r, B62, 20)}`,
  akia: (r) => `AKIA${str(r, B32, 16)}`,
  asia: (r) => `ASIA${str(r, B32, 16)}`,
  aws_secret: (r) => mix(r, B64, 40),
  aws_session: (r) => `IQoJb3JpZ2luX2Vj${mix(r, B64, 340)}==`,
  bedrock: (r) => `ABSKQmVkcm9ja0FQSUtleS${mix(r, B64, 109)}=`,
  xoxb: (r) => `xoxb-${str(r, "123456789", 12)}-${str(r, "123456789", 13)}-${mix(r, B62, 24)}`,
  xoxp: (r) =>
    `xoxp-${str(r, "123456789", 12)}-${str(r, "123456789", 12)}-${str(r, "123456789", 13)}-${str(r, HEX, 32)}`,
  xapp: (r) => `xapp-1-A0${str(r, U + D, 9)}-${str(r, "123456789", 13)}-${str(r, HEX, 64)}`,
  slack_hook: (r) =>
    `https://hooks.slack.com/services/T0${str(r, U + D, 7)}/B0${str(r, U + D, 9)}/${mix(r, B62, 24)}`,
  slack_hook_tail: (r) => mix(r, B62, 24),
  discord_hook_tail: (r) => mix(r, B64U, 67) + pick(r, B62),
  sk_live: (r) => `sk_live_${mix(r, B62, 24)}`,
  sk_live_long: (r) => `sk_live_51${mix(r, B62, 97)}`,
  rk_live: (r) => `rk_live_51${mix(r, B62, 97)}`,
  sk_test: (r) => `sk_test_51${mix(r, B62, 97)}`,
  whsec: (r) => `whsec_${mix(r, B62, 32)}`,
  openai_old: (r) => `sk-${mix(r, B62, 20)}T3BlbkFJ${mix(r, B62, 20)}`,
  openai_proj: (r) => `sk-proj-${mix(r, B64U, 74)}T3BlbkFJ${mix(r, B64U, 73)}A`,
  openai_svc: (r) => `sk-svcacct-${mix(r, B64U, 74)}T3BlbkFJ${mix(r, B64U, 73)}A`,
  anthropic: (r) => `sk-ant-api03-${mix(r, B64U, 93)}AA`,
  anthropic_admin: (r) => `sk-ant-admin01-${mix(r, B64U, 93)}AA`,
  openrouter: (r) => `sk-or-v1-${str(r, HEX, 64)}`,
  deepseek: (r) => `sk-${str(r, HEX, 32)}`,
  groq: (r) => `gsk_${mix(r, B62, 52)}`,
  xai: (r) => `xai-${mix(r, B62, 80)}`,
  pplx: (r) => `pplx-${mix(r, B62, 48)}`,
  hf: (r) => `hf_${mix(r, U + L, 34)}`,
  replicate: (r) => `r8_${mix(r, B62, 37)}`,
  langsmith: (r) => `lsv2_pt_${str(r, HEX, 32)}_${str(r, HEX, 10)}`,
  pinecone: (r) => `pcsk_${mix(r, B62, 6)}_${mix(r, B62, 63)}`,
  tavily: (r) => `tvly-dev-${mix(r, B62, 32)}`,
  elevenlabs: (r) => `sk_${str(r, HEX, 48)}`,
  fireworks: (r) => `fw_${mix(r, B62, 22)}`,
  nvapi: (r) => `nvapi-${mix(r, B64U, 64)}`,
  gapi: (r) => `AIzaSy${mix(r, B64U, 32)}${pick(r, B62)}`,
  gocspx: (r) => `GOCSPX-${mix(r, B64U, 27)}${pick(r, B62)}`,
  ya29: (r) => `ya29.a0${mix(r, B64U, 160)}`,
  grefresh: (r) => `1//0${str(r, D, 1)}${mix(r, B64U, 98)}`,
  twilio_sk: (r) => `SK${str(r, HEX, 32)}`,
  sendgrid: (r) => `SG.${mix(r, B64U, 22)}.${mix(r, B64U, 42)}${pick(r, B62)}`,
  mailgun: (r) => `key-${str(r, HEX, 32)}`,
  mailgun_new: (r) => `${str(r, HEX, 32)}-${str(r, HEX, 8)}-${str(r, HEX, 8)}`,
  mailchimp: (r) => `${str(r, HEX, 32)}-us${int(r, 1, 21)}`,
  brevo: (r) => `xkeysib-${str(r, HEX, 64)}-${mix(r, B62, 16)}`,
  brevo_smtp: (r) => `xsmtpsib-${str(r, HEX, 64)}-${mix(r, B62, 16)}`,
  mlsn: (r) => `mlsn.${str(r, HEX, 64)}`,
  resend: (r) => `re_${mix(r, B62, 8)}_${mix(r, B62, 24)}`,
  npm: (r) => `npm_${mix(r, B62, 36)}`,
  pypi: (r) => `pypi-AgEIcHlwaS5vcmc${mix(r, B64U, 158)}${pick(r, B62)}`,
  rubygems: (r) => `rubygems_${str(r, HEX, 48)}`,
  crates: (r) => `cio${mix(r, B62, 32)}`,
  nuget: (r) => `oy2${str(r, B36, 43)}`,
  dckr: (r) => `dckr_pat_${mix(r, B64U, 26)}${pick(r, B62)}`,
  clojars: (r) => `CLOJARS_${str(r, HEX, 60)}`,
  dop: (r) => `dop_v1_${str(r, HEX, 64)}`,
  doo: (r) => `doo_v1_${str(r, HEX, 64)}`,
  heroku: (r) => `HRKU-AA${mix(r, B64U, 57)}${pick(r, B62)}`,
  linear: (r) => `lin_api_${mix(r, B62, 40)}`,
  notion: (r) => `secret_${mix(r, B62, 43)}`,
  ntn: (r) => `ntn_${str(r, D, 11)}${mix(r, B62, 35)}`,
  figma: (r) => `figd_${mix(r, B64U, 39)}${pick(r, B62)}`,
  airtable: (r) => `pat${mix(r, B62, 14)}.${str(r, HEX, 64)}`,
  discord_bot: (r) =>
    `${Buffer.from(pick(r, "1789") + str(r, D, 17)).toString("base64url")}.G${mix(r, B64U, 5)}.${mix(r, B64U, 37)}${pick(r, B62)}`,
  telegram: (r) => `${pick(r, "567")}${str(r, D, 9)}:AA${mix(r, B64U, 32)}${pick(r, B62)}`,
  shpat: (r) => `shpat_${str(r, HEX, 32)}`,
  shpss: (r) => `shpss_${str(r, HEX, 32)}`,
  square: (r) => `sq0atp-${mix(r, B64U, 21)}${pick(r, B62)}`,
  square_eaaa: (r) => `EAAAE${mix(r, B64U, 58)}${pick(r, B62)}`,
  square_csp: (r) => `sq0csp-${mix(r, B64U, 42)}${pick(r, B62)}`,
  paypal_bt: (r) => `access_token$production$${str(r, B36, 16)}$${str(r, HEX, 32)}`,
  plaid: (r) => `access-production-${uuid(r)}`,
  razorpay: (r) => mix(r, B62, 24),
  adyen: (r) => `AQE${mix(r, B62, 60)}-${mix(r, B64, 43)}=-${mix(r, B62, 16)}`,
  flutterwave: (r) => `FLWSECK-${str(r, HEX, 32)}-X`,
  paystack: (r) => `sk_live_${str(r, HEX, 40)}`,
  mollie: (r) => `live_${mix(r, B62, 30)}`,
  shippo: (r) => `shippo_live_${str(r, HEX, 40)}`,
  easypost: (r) => `EZAK${mix(r, B62, 54)}`,
  duffel: (r) => `duffel_live_${mix(r, B64U, 42)}${pick(r, B62)}`,
  databricks: (r) => `dapi${str(r, HEX, 32)}`,
  newrelic: (r) => `NRAK-${str(r, U + D, 27)}`,
  nr_license: (r) => `${str(r, HEX, 36)}NRAL`,
  glsa: (r) => `glsa_${mix(r, B62, 32)}_${str(r, HEX, 8)}`,
  grafana_cloud: (r) =>
    `glc_${Buffer.from(JSON.stringify({ o: str(r, D, 6), n: "ci-writer", k: mix(r, B62, 24), m: { r: "us" } })).toString("base64")}`,
  sntryu: (r) => `sntryu_${str(r, HEX, 64)}`,
  sntrys: (r) =>
    `sntrys_${Buffer.from(JSON.stringify({ iat: now(r), url: "https://sentry.io", region_url: "https://us.sentry.io", org: "acorn" })).toString("base64")}_${mix(r, B64, 43)}`,
  phx: (r) => `phx_${mix(r, B62, 43)}`,
  honeycomb: (r) => `hcaik_01${str(r, B36, 56)}`,
  dynatrace: (r) => `dt0c01.${str(r, B32, 24)}.${str(r, B32, 64)}`,
  pagerduty: (r) => `u+${mix(r, B64U, 18)}`,
  pscale_tkn: (r) => `pscale_tkn_${mix(r, B64U, 42)}${pick(r, B62)}`,
  pscale_pw: (r) => `pscale_pw_${mix(r, B64U, 42)}${pick(r, B62)}`,
  hvs: (r) => `hvs.CAESI${mix(r, B64U, 86)}`,
  vault_s: (r) => `s.${mix(r, B62, 24)}`,
  atlasv1: (r) => `${mix(r, B62, 14)}.atlasv1.${mix(r, B62, 67)}`,
  pulumi: (r) => `pul-${str(r, HEX, 40)}`,
  doppler: (r) => `dp.pt.${mix(r, B62, 43)}`,
  doppler_st: (r) => `dp.st.prd.${mix(r, B62, 43)}`,
  fly: (r) => `fo1_${mix(r, B64U, 42)}${pick(r, B62)}`,
  flyv1: (r) => `FlyV1 fm2_${mix(r, B64, 180)}==`,
  sbp: (r) => `sbp_${str(r, HEX, 40)}`,
  sb_secret: (r) => `sb_secret_${mix(r, B64U, 22)}_${mix(r, B62, 8)}`,
  netlify: (r) => `nfp_${mix(r, B62, 36)}`,
  render: (r) => `rnd_${mix(r, B62, 28)}`,
  railway: uuid,
  neon_pw: (r) => `npg_${mix(r, B62, 12)}`,
  neon_key: (r) => `napi_${str(r, B36, 64)}`,
  upstash: (r) => `AX${mix(r, B62, 50)}Q`,
  onepw: (r) => `ops_eyJ${mix(r, B64U, 400)}`,
  infisical: (r) => `st.${str(r, HEX, 24)}.${str(r, HEX, 32)}.${str(r, HEX, 32)}`,
  postman: (r) => `PMAK-${str(r, HEX, 24)}-${str(r, HEX, 34)}`,
  dropbox: (r) => `sl.B${mix(r, B64U, 138)}`,
  atlassian: (r) => `ATATT3xFfGF0${mix(r, B64U, 171)}=${str(r, HEX, 8).toUpperCase()}`,
  bitbucket: (r) => `ATBB${mix(r, B62, 32)}`,
  asana: (r) => `1/${str(r, "123456789", 16)}:${str(r, HEX, 32)}`,
  clickup: (r) => `pk_${str(r, "123456789", 8)}_${str(r, U + D, 32)}`,
  hubspot: (r) => `pat-na1-${uuid(r)}`,
  sonar: (r) => `sqp_${str(r, HEX, 40)}`,
  squ: (r) => `squ_${str(r, HEX, 40)}`,
  buildkite: (r) => `bkua_${str(r, HEX, 40)}`,
  circleci: (r) => `CCIPAT_${mix(r, B62, 22)}_${str(r, HEX, 40)}`,
  typeform: (r) => `tfp_${mix(r, B64U, 43)}_${mix(r, B62, 13)}`,
  contentful: (r) => `CFPAT-${mix(r, B64U, 42)}${pick(r, B62)}`,
  mapbox: (r) => `sk.eyJ1Ijoi${mix(r, B62, 70)}.${mix(r, B64U, 22)}`,
  fb: (r) => `EAACEdEose0cBA${mix(r, B62, 150)}`,
  twitter_bearer: (r) => `AAAAAAAAAAAAAAAAAAAAA${mix(r, B62, 30)}%3D${mix(r, B62, 50)}`,
  tailscale: (r) => `tskey-auth-k${mix(r, B62, 11)}CNTRL-${mix(r, B62, 32)}`,
  ngrok: (r) => `2${mix(r, B62, 26)}_${mix(r, B62, 21)}`,
  artifactory: (r) => `AKCp8${mix(r, B62, 68)}`,
  jfrog_ref: (r) => `cmVmdGtuOjAxO${mix(r, B62, 51)}`,
  okta: (r) => `00${mix(r, B64U, 39)}${pick(r, B62)}`,
  ld_sdk: (r) => `sdk-${uuid(r)}`,
  ld_api: (r) => `api-${uuid(r)}`,
  infracost: (r) => `ico-${mix(r, B62, 32)}`,
  readme: (r) => `rdme_${str(r, B36, 70)}`,
  prefect: (r) => `pnu_${str(r, B36, 36)}`,
  adafruit: (r) => `aio_${mix(r, B62, 28)}`,
  frameio: (r) => `fio-u-${mix(r, B64U, 64)}`,
  cf_token: (r) => mix(r, B64U, 39) + pick(r, B62),
  cf_origin_ca: (r) => `v1.0-${str(r, HEX, 24)}-${str(r, HEX, 146)}`,
  zapier_like: (r) => mix(r, B62, 28),
  ali_id: (r) => `LTAI5t${mix(r, B62, 18)}`,
  ali_secret: (r) => mix(r, B62, 30),
  tencent_id: (r) => `AKID${mix(r, B62, 32)}`,
  tencent_key: (r) => mix(r, B62, 32),
  lark_secret: (r) => mix(r, B62, 32),
  kakao: (r) => str(r, HEX, 32),
  naver_secret: (r) => mix(r, B62, 10),
  line_channel: (r) => `${mix(r, B64, 150)}dB04t89/1O/w1cDnyilFU=`,
  wechat_secret: (r) => str(r, HEX, 32),
  dingtalk: (r) => str(r, HEX, 64),
  sm_api: (_r) => "sq0idp",
  opsgenie: uuid,
  intercom: (r) => `dG9rO${mix(r, B62, 54)}=`,
  wandb: (r) => str(r, HEX, 40),
  deepl: (r) => `${uuid(r)}:fx`,
  sqlcloud: (r) => mix(r, B62, 43),
  expo: (r) => mix(r, B64U, 39) + pick(r, B62),
  algolia: (r) => str(r, HEX, 32),
  datadog: (r) => str(r, HEX, 32),
  datadog_app: (r) => str(r, HEX, 40),
  rollbar: (r) => str(r, HEX, 32),
  segment: (r) => mix(r, B62, 32),
  cohere: (r) => mix(r, B62, 40),
  mistral: (r) => mix(r, B62, 32),
  scw: (r) => uuid(r),
  hcloud: (r) => mix(r, B62, 64),
  linode: (r) => str(r, HEX, 64),
  vultr: (r) => str(r, U + D, 36),
  ovh: (r) => mix(r, B62, 32),
  yandex: (r) => `AQVN${mix(r, B64U, 36)}`,
  y0: (r) => `y0_AgAAAA${mix(r, B64U, 49)}`,
  vercel_blob: (r) => `vercel_blob_rw_${mix(r, B62, 16)}_${mix(r, B62, 30)}`,
  vcp: (r) => `vcp_${mix(r, B62, 56)}`,
  clerk: (r) => `sk_live_${mix(r, B62, 42)}`,
  svix: (r) => `whsec_${b64(r, 24)}`,
  trigger: (r) => `tr_prod_${mix(r, B62, 20)}`,
  inngest: (r) => `signkey-prod-${str(r, HEX, 64)}`,
  cloudinary: (r) => mix(r, B64U, 26) + pick(r, B62),
  lob: (r) => `live_${str(r, HEX, 35)}`,
  checkr: (r) => str(r, HEX, 40),
  tinybird: (r) => `p.eyJ1IjogIm${mix(r, B62, 90)}.${mix(r, B64U, 43)}`,
  sourcegraph: (r) => `sgp_${str(r, HEX, 16)}_${str(r, HEX, 40)}`,
  tfc_team: (r) => `${mix(r, B62, 14)}.atlasv1.${mix(r, B62, 67)}`,
  scalingo: (r) => `tk-us-${mix(r, B64U, 48)}`,
  settlemint: (r) => `sm_pat_${mix(r, B62, 16)}`,
  defined: (r) => `dnkey-${str(r, B36, 26)}-${str(r, B36, 52)}`,
  rapidapi: (r) => `${str(r, HEX, 10)}msh${str(r, HEX, 15)}p1${str(r, HEX, 5)}jsn${str(r, HEX, 12)}`,
  az_storage: (r) => b64(r, 64),
  az_client: (r) => `${mix(r, B62, 3)}8Q~${mix(r, `${B62}-_.~`, 33)}${pick(r, B62)}`,
  az_devops: (r) => str(r, `${L}234567`, 52),
  az_sas: (r) => encodeURIComponent(b64(r, 32)),
  az_sb: (r) => b64(r, 32),
  az_cosmos: (r) => b64(r, 64),
  az_cr: (r) => `${mix(r, B62, 44)}+ACR${mix(r, B62, 4)}`,
  az_func: (r) => `${mix(r, B64U, 44)}AzFu${mix(r, B62, 4)}==`,
  az_search: (r) => `${mix(r, B62, 42)}AzSe${mix(r, B62, 6)}`,
  cookie_sid: (r) => `s%3A${mix(r, B64U, 32)}.${encodeURIComponent(b64(r, 32))}`,
  django_key: (r) => str(r, `${L + D}!@#%^&*(-_=+)`, 49) + pick(r, L),
  flask_cookie: (r) => `eyJ${mix(r, B64U, 40)}.Z${mix(r, B62, 5)}.${mix(r, B64U, 27)}`,
  rails_master: (r) => str(r, HEX, 32),
  rails_base: (r) => str(r, HEX, 128),
  phpsess: (r) => str(r, B36, 26),
  jsession: (r) => str(r, HEX, 32).toUpperCase(),
  fernet: (r) => bytes(r, 32).toString("base64").replace(/\+/g, "-").replace(/\//g, "_"),
  oauth_code: (r) => `4/0A${mix(r, B64U, 68)}${pick(r, B62)}`,
  digest_resp: (r) => str(r, HEX, 32),
  wp_salt: (r) => str(r, `${B62}!@#%^&*()-_[]{}<>~+=,.;:/?|`, 63) + pick(r, B62),
  k8s_boot: (r) => `${str(r, B36, 6)}.${str(r, B36, 16)}`,
  swarm: (r) => `SWMTKN-1-${str(r, B36, 50)}-${str(r, B36, 25)}`,
  k3s: (r) => `K10${str(r, HEX, 64)}::server:${str(r, HEX, 32)}`,
  consul: uuid,
  nomad: uuid,
  oauth1: (r) => mix(r, B62, 45),
  ansible_pw: (r) => mix(r, B62, 20),
  telegram_hook: (r) => `${pick(r, "567")}${str(r, D, 9)}:AA${mix(r, B64U, 32)}${pick(r, B62)}`,
  aws_smtp: (r) => `B${mix(r, B64, 43)}`,
  gmaps: (r) => `AIzaSy${mix(r, B64U, 32)}${pick(r, B62)}`,
  macaroon: (r) => `MDAxY2xvY2F0aW9uI${mix(r, B64U, 160)}`,
  matrix: (r) => `syt_${b64u(word(r))}_${mix(r, L + U, 20)}_${mix(r, B62, 6)}`,
  zoom: (r) => mix(r, B62, 32),
  kaggle: (r) => str(r, HEX, 32),
  codecov: uuid,
  coveralls: (r) => mix(r, B62, 32),
  sauce: uuid,
  browserstack: (r) => mix(r, B62, 20),
  travis: (r) => mix(r, B62, 22),
  appveyor: (r) => `v2.${str(r, B36, 20)}`,
  jenkins_tok: (r) => `11${str(r, HEX, 32)}`,
  gitea: (r) => str(r, HEX, 40),
  rclone: (r) => mix(r, B64U, 38),
};
delete generators.sm_api;

/** The parts of a generated value that must not survive: for one line the value itself; for blocks every line of key material. */
export function pieces(value) {
  let v = value.replace(/\\n/g, "\n").split(/\r?\n/);
  if (v.length === 1) return [value];
  if (v.every((l) => l[0] === "+")) v = v.map((l) => l.slice(1)); // diff
  return v.map((l) => l.match(/[A-Za-z0-9+/=]{30,}/)?.[0]).filter((x) => x);
}
