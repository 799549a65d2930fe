import { secretCase as c, keyLines, type Template } from "../../corpus-case.ts";
import { ALPHABET, base64, type Random, token, type Value } from "../../random.ts";

const DASHES = "-".repeat(5);

// The first bytes are those of the real format; the rest is random.
const START = {
  RSA: "MIIEpAIBAAKCAQEA",
  PKCS8: "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
  EC: "MHcCAQEEI",
  ENCRYPTED: "MIIFHDBOBgkqhkiG9w0BBQ0wQTApBgkq",
  OPENSSH: "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAA",
  DSA: "MIIBuwIBAAKBgQD",
  PGP: "lQOYBGV",
} as const;

function pem(type: string, start: string, length: number, width = 64, headers = ""): Value {
  return (r) => {
    const body = `${start}${r.chars(ALPHABET.base64, length - start.length - 1)}=`;
    const lines = body.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
    return `${DASHES}BEGIN ${type}${DASHES}\n${headers}${lines.join("\n")}\n${DASHES}END ${type}${DASHES}`;
  };
}

const rsa = pem("RSA PRIVATE KEY", START.RSA, 640);
const pkcs8 = pem("PRIVATE KEY", START.PKCS8, 640);
const ec = pem("EC PRIVATE KEY", START.EC, 160);
const openssh = pem("OPENSSH PRIVATE KEY", START.OPENSSH, 370, 70);
const encrypted = pem("ENCRYPTED PRIVATE KEY", START.ENCRYPTED, 640);
const legacy = pem(
  "RSA PRIVATE KEY",
  START.RSA,
  640,
  64,
  "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n",
);
const pgp = pem("PGP PRIVATE KEY BLOCK", START.PGP, 640, 64, "Version: GnuPG v2\n\n");
const dsa = pem("DSA PRIVATE KEY", START.DSA, 320);

const lines = (v: string, f: (line: string, i: number) => string) => v.split("\n").map(f).join("\n");
const escaped = (v: string, mark = "\\n") => v.replaceAll("\n", mark);
const ppk = (r: Random) =>
  `${r.chars(ALPHABET.base64, 64)}\n${r.chars(ALPHABET.base64, 64)}\n${r.chars(ALPHABET.base64, 44)}`;

export const keys: readonly Template[] = [
  c("pem-rsa", "private-key", rsa, (v) => `$ cat id_rsa\n${v}\n`, "pem"),
  c("pem-pkcs8", "private-key", pkcs8, (v) => v, "pem"),
  c("pem-ec", "private-key", ec, (v) => v, "pem"),
  c("pem-openssh", "private-key", openssh, (v) => v, "pem"),
  c("pem-encrypted", "private-key", encrypted, (v) => v, "pem"),
  c("pem-legacy-encrypted", "private-key", legacy, (v) => v, "pem"),
  c("pem-dsa", "private-key", dsa, (v) => v, "pem"),
  c("pem-pgp", "private-key", pgp, (v) => v, "pem"),
  c("pem-crlf", "private-key", rsa, (v) => escaped(v, "\r\n"), "pem"),
  c("pem-grep-n", "private-key", rsa, (v) => lines(v, (l, i) => `${i + 1}:${l}`), "pem"),
  c("pem-grep-file", "private-key", pkcs8, (v) => lines(v, (l, i) => `deploy/key.pem:${i + 1}:${l}`), "pem"),
  c(
    "pem-grep-context",
    "private-key",
    ec,
    (v) => lines(v, (l, i) => (i === 0 ? `k.pem:3:${l}` : `k.pem-${i + 3}-${l}`)),
    "pem",
  ),
  c(
    "pem-cat-n",
    "private-key",
    openssh,
    (v) => lines(v, (l, i) => `${String(i + 1).padStart(6)}\t${l}`),
    "pem",
  ),
  c(
    "pem-reader-arrow",
    "private-key",
    rsa,
    (v) => lines(v, (l, i) => `${String(i + 1).padStart(6)}→${l}`),
    "pem",
  ),
  c("pem-diff-plus", "private-key", rsa, (v) => `@@ -0,0 +1,12 @@\n${lines(v, (l) => `+${l}`)}`, "pem"),
  c("pem-diff-minus", "private-key", pkcs8, (v) => lines(v, (l) => `-${l}`), "pem"),
  c("pem-indented", "private-key", rsa, (v) => `tls:\n  key: |\n${lines(v, (l) => `    ${l}`)}\n`, "pem"),
  c("pem-quoted-email", "private-key", ec, (v) => lines(v, (l) => `> ${l}`), "pem"),
  c("pem-comment", "private-key", rsa, (v) => lines(v, (l) => `# ${l}`), "pem"),
  c("pem-log-prefix", "private-key", openssh, (v) => lines(v, (l) => `web-1  | ${l}`), "pem"),
  c("pem-string-concat", "private-key", ec, (v) => lines(v, (l) => `  "${l}\\n" +`), "pem"),
  c(
    "pem-json",
    "private-key",
    pkcs8,
    (v) => `{"type":"service_account","private_key":"${escaped(v)}\\n"}`,
    "pem",
  ),
  c(
    "pem-json-twice",
    "private-key",
    rsa,
    (v) => `{"body":"{\\"key\\":\\"${escaped(v, "\\\\n")}\\"}"}`,
    "pem",
  ),
  c("pem-env", "private-key", rsa, (v) => `PRIVATE_KEY="${escaped(v)}"`, "pem"),
  c("pem-one-line-spaces", "private-key", ec, (v) => `KEY='${escaped(v, " ")}'`, "pem"),
  c("pem-joined", "private-key", ec, (v) => escaped(v, ""), "pem"),
  c("pem-heredoc", "private-key", rsa, (v) => `cat > key.pem <<EOF\n${v}\nEOF`, "pem"),
  c(
    "pem-cut-end",
    "private-key",
    rsa,
    (v) => `${v.split("\n").slice(0, -1).join("\n")}\n... (output cut)`,
    "pem",
  ),
  c("pem-base64", "private-key", rsa, (v) => `TLS_KEY_B64=${v}`, "base64"),
  c("pem-base64-bare", "private-key", pkcs8, (v) => `$ base64 -w0 key.pem\n${v}\n`, "base64"),
  c(
    "pem-k8s-tls",
    "private-key",
    ec,
    (v) => `kind: Secret\ntype: kubernetes.io/tls\ndata:\n  tls.key: ${v}\n`,
    "base64",
  ),
  c("pem-url", "private-key", rsa, (v) => `POST body: key=${v}&name=a`, "url"),
  c("pem-url-bare", "private-key", ec, (v) => `https://x.example.com/import?data=${v}`, "url"),
  c("ssh-no-markers", "private-key", openssh, (v) => `ssh_private_key: ${keyLines(v).join("")}`, "pem"),
  c(
    "jwk-d",
    "private-key",
    token("", "base64url", 43),
    (v, r) => `{"kty":"EC","crv":"P-256","x":"${r.chars(ALPHABET.base64url, 43)}","d":"${v}"}`,
  ),
  c("jwk-oct", "private-key", token("", "base64url", 43), (v) => `{"kty":"oct","k":"${v}","alg":"HS256"}`),
  c(
    "putty",
    "private-key",
    ppk,
    (v) => `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 3\n${v}\nPrivate-MAC: 00`,
    "pem",
  ),
  c("wireguard", "private-key", token("", "base64", 43, "="), (v) => `PrivateKey = ${v}`),
  c("wireguard-psk", "private-key", token("", "base64", 43, "="), (v) => `PresharedKey=${v}`),
  c(
    "age-file",
    "private-key",
    token("AGE-SECRET-KEY-1", "bech32", 58),
    (v) => `# created: 2024-01-01T00:00:00Z\n${v}\n`,
  ),
  c("wif-bitcoin", "private-key", token("K", "base58", 51), (v) => `private key (WIF): ${v}`),
  c("extended-bitcoin", "private-key", token("xprv9", "base58", 106), (v) => `master: ${v}`),
  c("eth-private", "private-key", token("0x", "hex", 64), (v) => `DEPLOYER_PRIVATE_KEY=${v}`),
  c(
    "base64-password",
    "password",
    (r) => `password=${r.Word()}${r.base62(8)}`,
    (v) => `auth blob: ${v}`,
    "base64",
  ),
  c(
    "pkcs12-base64",
    "private-key",
    (r) => base64(r.bytes(400)),
    (v) => `CERT_P12_BASE64: ${v}`,
  ),
];
