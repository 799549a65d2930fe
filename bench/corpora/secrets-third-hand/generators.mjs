const L = "abcdefghijklmnopqrstuvwxyz",
  U = L.toUpperCase(),
  D = "0123456789",
  AN = L + U + D;
const pick = (r, a) => a[Math.floor(r() * a.length)];
const str = (r, set, n) => Array.from({ length: n }, () => pick(r, set)).join("");
const hex = (r, n) => str(r, "0123456789abcdef", n);
const W =
  "amber anchor badger basil cobalt copper dahlia ember falcon garnet harbor indigo juniper kestrel lantern maple nectar otter pepper quartz raven saffron thistle umber velvet walnut yarrow zephyr".split(
    " ",
  );
const N = "Marta Jonas Mei Ravi Ines Tomas Bruno Kenji Lotte Oscar Paula Yuna".split(" ");
const cap = (s) => s[0].toUpperCase() + s.slice(1);
const b64u = (s) => Buffer.from(s).toString("base64url");
const lines = (s, n) => s.match(new RegExp(`.{1,${n}}`, "g")).join("\n");
const mixed = (r, n, sym) => {
  let v;
  do v = str(r, AN + sym, n);
  while (!/[a-z]/.test(v) || !/[A-Z]/.test(v) || !/\d/.test(v) || !/^\w/.test(v) || !/\w$/.test(v));
  return v;
};
export const generators = {
  pw_people: (r) =>
    pick(r, [
      () => cap(pick(r, W)) + (1975 + Math.floor(r() * 50)) + pick(r, "!?*+"),
      () => pick(r, N) + pick(r, "_-.") + cap(pick(r, W)) + str(r, D, 2),
      () => pick(r, W) + pick(r, W) + str(r, D, 3),
      () => cap(pick(r, W)).replace(/a/g, "4").replace(/e/g, "3") + str(r, D, 3) + "!",
    ])(),
  pw_short: (r) => pick(r, W).slice(0, 5) + str(r, D, 3) + pick(r, "!*+"),
  pw_strong: (r) => mixed(r, 18, "-_.~+*"),
  pw_symbols: (r) => mixed(r, 16, "!*^%+=_-~"),
  pw_url: (r) => mixed(r, 20, "-_~"),
  pw_alnum: (r) => mixed(r, 14, ""),
  passphrase: (r) => [pick(r, W), pick(r, W), pick(r, W), str(r, D, 2), pick(r, W)].join("-"),
  hex32: (r) => hex(r, 32),
  hex40: (r) => hex(r, 40),
  hex64: (r) => hex(r, 64),
  alnum24: (r) => mixed(r, 24, ""),
  alnum40: (r) => mixed(r, 40, ""),
  urlsafe43: (r) => mixed(r, 43, "-_"),
  b64_32: (r) => Buffer.from(Array.from({ length: 32 }, () => Math.floor(r() * 256))).toString("base64"),
  uuid: (r) => [8, 4, 4, 4, 12].map((n) => hex(r, n)).join("-"),
  gh_pat: (r) => "ghp" + "_" + str(r, AN, 36),
  gh_fine: (r) => "github" + "_pat_" + str(r, AN, 22) + "_" + str(r, AN, 59),
  gl_pat: (r) => "glpat" + "-" + str(r, AN + "-_", 19) + pick(r, AN),
  aws_secret: (r) => mixed(r, 40, "/+"),
  aws_id: (r) => "AK" + "IA" + str(r, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16),
  stripe: (r) => "sk" + "_live_" + str(r, AN, 24),
  stripe_wh: (r) => "wh" + "sec_" + str(r, AN, 32),
  slack_bot: (r) => "xo" + "xb-" + str(r, D, 12) + "-" + str(r, D, 12) + "-" + str(r, AN, 24),
  slack_hook: (r) =>
    "https://hooks.slack" +
    ".com/services/T" +
    str(r, U + D, 8) +
    "/B" +
    str(r, U + D, 10) +
    "/" +
    str(r, AN, 24),
  openai: (r) => "sk" + "-proj-" + str(r, AN + "_-", 47) + pick(r, AN),
  anthropic: (r) => "sk" + "-ant-api03-" + str(r, AN + "_-", 92) + "AA",
  google: (r) => "AI" + "za" + str(r, AN + "-_", 34) + pick(r, AN),
  sendgrid: (r) => "SG" + "." + str(r, AN, 22) + "." + str(r, AN, 43),
  npm: (r) => "np" + "m_" + str(r, AN, 36),
  pypi: (r) => "py" + "pi-AgEIcHlwaS5vcmc" + str(r, AN + "-_", 119) + pick(r, AN),
  hf: (r) => "h" + "f_" + str(r, L + U, 34),
  dop: (r) => "do" + "p_v1_" + hex(r, 64),
  shopify: (r) => "shp" + "at_" + hex(r, 32),
  vault: (r) => "h" + "vs." + str(r, AN + "_-", 89) + pick(r, AN),
  telegram: (r) => str(r, "123456789", 10) + ":AA" + str(r, AN + "_-", 32) + pick(r, AN),
  mailgun: (r) => "ke" + "y-" + hex(r, 32),
  twilio: (r) => hex(r, 32),
  azure: (r) => Buffer.from(Array.from({ length: 64 }, () => Math.floor(r() * 256))).toString("base64"),
  age: (r) => "AGE-SECRET" + "-KEY-1" + str(r, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
  jwt: (r) =>
    b64u('{"alg":"HS256","typ":"JWT"}') +
    "." +
    b64u(`{"sub":"${str(r, D, 6)}","iat":17${str(r, D, 8)},"role":"admin"}`) +
    "." +
    str(r, AN + "-_", 42) +
    pick(r, AN),
  pem_rsa: (r) =>
    "-----BEGIN RSA PRIV" +
    "ATE KEY-----\n" +
    lines("MIIEow" + str(r, AN + "+/", 500), 64) +
    "\n-----END RSA PRIV" +
    "ATE KEY-----",
  pem_pk8: (r) =>
    "-----BEGIN PRIV" +
    "ATE KEY-----\n" +
    lines("MIGHAgEAMBMG" + str(r, AN + "+/", 170), 64) +
    "\n-----END PRIV" +
    "ATE KEY-----",
  ssh_key: (r) =>
    "-----BEGIN OPENSSH PRIV" +
    "ATE KEY-----\n" +
    lines("b3BlbnNzaC1rZXktdjEAAAAA" + str(r, AN + "+/", 320), 70) +
    "\n-----END OPENSSH PRIV" +
    "ATE KEY-----",
  pem_oneline: (r) =>
    "-----BEGIN EC PRIV" +
    "ATE KEY-----\\n" +
    lines("MHcCAQEEI" + str(r, AN + "+/", 150), 64).replace(/\n/g, "\\n") +
    "\\n-----END EC PRIV" +
    "ATE KEY-----",
};
/** The parts of a value that must not survive. */
export function pieces(value) {
  if (/-----BEGIN /.test(value)) return value.split(/\\n|\n/).filter((l) => l && !l.startsWith("-----"));
  if (/^eyJ[\w-]+\.eyJ/.test(value)) return value.split(".").slice(1);
  const hook = value.match(/\/services\/[^/]+\/[^/]+\/(\w+)$/);
  if (hook) return [hook[1]];
  return [value];
}
