// rng() gives a number in [0,1). Provider-like prefixes are put together from parts.
const pick = (rng, a) => a[Math.floor(rng() * a.length)];
const chars = (rng, n, set) => Array.from({ length: n }, () => set[Math.floor(rng() * set.length)]).join("");
const LOW = "abcdefghijklmnopqrstuvwxyz",
  UP = LOW.toUpperCase(),
  DIG = "0123456789";
const AN = LOW + UP + DIG,
  HEX = "0123456789abcdef",
  B64 = AN + "+/",
  URL = AN + "-_";
const WORDS = [
  "copper",
  "willow",
  "anchor",
  "pepper",
  "saddle",
  "lantern",
  "marble",
  "orchid",
  "thunder",
  "velvet",
  "walnut",
  "harbor",
  "meadow",
  "falcon",
  "ginger",
  "puzzle",
  "rocket",
  "silver",
  "timber",
  "violet",
  "cactus",
  "donkey",
  "ember",
  "fossil",
  "glacier",
  "hammock",
];
const NAMES = [
  "Mirela",
  "Tobias",
  "Jasper",
  "Noor",
  "Keiko",
  "Bruno",
  "Sanne",
  "Lucie",
  "Otto",
  "Petra",
  "Dario",
  "Wanda",
];
const cap = (s) => s[0].toUpperCase() + s.slice(1);
const mixed = (rng, n, set) => {
  // at least one lower, upper, digit
  const v = chars(rng, n - 3, set) + pick(rng, LOW) + pick(rng, UP) + pick(rng, DIG);
  return v;
};
const b64url = (o) => Buffer.from(JSON.stringify(o)).toString("base64url");
const pemBody = (rng, lines) =>
  Array.from({ length: lines }, (_, i) => chars(rng, i === lines - 1 ? 40 : 64, B64)).join("\n");
const D = "-".repeat(5);

export const generators = {
  humanNameYear: (rng) =>
    pick(rng, NAMES) + (1961 + Math.floor(rng() * 60)) + pick(rng, ["!", "!!", "#", "?", "*"]),
  humanWordDigits: (rng) => pick(rng, WORDS) + chars(rng, 4, DIG),
  humanSeason: (rng) =>
    pick(rng, ["Spring", "Summer", "Autumn", "Winter"]) +
    "-" +
    cap(pick(rng, WORDS)) +
    Math.floor(10 + rng() * 90) +
    pick(rng, ["!", "$", "%"]),
  humanLeet: (rng) =>
    cap(pick(rng, WORDS)).replace(/o/g, "0").replace(/e/g, "3").replace(/a/g, "@") + chars(rng, 3, DIG) + "!",
  strong16: (rng) => mixed(rng, 16, AN + "!%*+-_.~"),
  strong24: (rng) => mixed(rng, 24, AN + "!*+-_.~^"),
  strongAlnum20: (rng) => mixed(rng, 20, AN),
  hex32: (rng) => chars(rng, 32, HEX),
  hex40: (rng) => chars(rng, 40, HEX),
  hex64: (rng) => chars(rng, 64, HEX),
  base64_32: (rng) => chars(rng, 43, B64) + "=",
  base64_24: (rng) => chars(rng, 32, B64),
  base64url_43: (rng) => mixed(rng, 43, URL),
  uuidToken: (rng) => [8, 4, 4, 4, 12].map((n) => chars(rng, n, HEX)).join("-"),
  groupedKey: (rng) => Array.from({ length: 5 }, () => chars(rng, 5, UP + DIG)).join("-"),
  inventedPrefixed: (rng) =>
    pick(rng, ["brd", "qlx", "nvt", "hzk", "osk"]) +
    "_" +
    pick(rng, ["live", "prod", "pat", "key"]) +
    "_" +
    mixed(rng, 32, AN),
  inventedDashed: (rng) => pick(rng, ["vlt", "krn", "tpk", "dsl"]) + "-" + mixed(rng, 36, AN),
  inventedDotted: (rng) => chars(rng, 12, AN) + "." + mixed(rng, 30, URL),
  ghLike: (rng) => "gh" + pick(rng, "ops") + "_" + mixed(rng, 36, AN),
  awsSecretLike: (rng) => mixed(rng, 40, B64),
  stripeLike: (rng) => "sk" + "_" + "live" + "_" + mixed(rng, 24, AN),
  slackLike: (rng) =>
    "xo" + "xb" + "-" + chars(rng, 12, DIG) + "-" + chars(rng, 12, DIG) + "-" + mixed(rng, 24, AN),
  gitlabLike: (rng) => "gl" + "pat" + "-" + mixed(rng, 20, URL),
  npmLike: (rng) => "npm" + "_" + mixed(rng, 36, AN),
  googleLike: (rng) => "AI" + "za" + "Sy" + mixed(rng, 33, URL),
  jwt: (rng) =>
    [
      b64url({ alg: "HS256", typ: "JWT" }),
      b64url({ sub: chars(rng, 8, DIG), iss: pick(rng, WORDS), exp: 1800000000 + Math.floor(rng() * 1e7) }),
      mixed(rng, 43, URL),
    ].join("."),
  pemRsa: (rng) =>
    `${D}BEGIN RSA ${"PRIV" + "ATE"} KEY${D}\n${pemBody(rng, 13)}\n${D}END RSA ${"PRIV" + "ATE"} KEY${D}`,
  pemPkcs8: (rng) =>
    `${D}BEGIN ${"PRIV" + "ATE"} KEY${D}\n${pemBody(rng, 5)}\n${D}END ${"PRIV" + "ATE"} KEY${D}`,
  pin6: (rng) => chars(rng, 6, DIG),
  passphraseDashed: (rng) => Array.from({ length: 4 }, () => pick(rng, WORDS)).join("-"),
  passphraseSpaced: (rng) => Array.from({ length: 5 }, () => pick(rng, WORDS)).join(" "),
};

export function pieces(value) {
  if (!value.includes("\n")) return [value];
  return value.split("\n").filter((l) => l.length >= 32 && !l.startsWith(D));
}
