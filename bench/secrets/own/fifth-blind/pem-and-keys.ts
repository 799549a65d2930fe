import type { BlindFile } from "../../blind.ts";
import { type Encoding, secretCase as s, type Template } from "../../corpus-case.ts";
import { ALPHABET, base64, base64url, hex, type Random, token, type Value } from "../../random.ts";

type Text = Template["text"];
const wrap = (body: string, width: number) => body.match(new RegExp(`.{1,${width}}`, "g"))?.join("\n") ?? "";
const block = (label: string, body: string) => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;
const SSH = "b3BlbnNzaC1rZXktdjEA";

const pkcs8: Value = (r) => block("PRIVATE KEY", wrap(`MII${base64(r.bytes(640)).slice(3)}`, 64));
const rsa: Value = (r) => block("RSA PRIVATE KEY", wrap(`MII${base64(r.bytes(598)).slice(3)}`, 64));
const ec: Value = (r) => block("EC PRIVATE KEY", wrap(`MHcCAQEEI${base64(r.bytes(121)).slice(9)}`, 64));
const openssh: Value = (r) => block("OPENSSH PRIVATE KEY", wrap(SSH + base64(r.bytes(255)), 70));
const encrypted: Value = (r) => block("ENCRYPTED PRIVATE KEY", wrap(base64(r.bytes(650)), 64));
const legacy: Value = (r) =>
  block(
    "RSA PRIVATE KEY",
    `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${r.chars(ALPHABET.HEX, 32)}\n\n${body(600, 64)(r)}`,
  );
const pgp: Value = (r) =>
  block("PGP PRIVATE KEY BLOCK", `\n${wrap(`lQ${base64(r.bytes(500)).slice(2)}`, 64)}\n=${r.base62(4)}`);
const body = (length: number, width: number) => (r: Random) => wrap(base64(r.bytes(length)), width);
const seed =
  (count: number): Value =>
  (r) =>
    Array.from({ length: count }, () => r.word()).join(" ");

const pem = (id: string, value: Value, text: Text) => s(id, "private-key", value, text, "pem");
const one = (id: string, value: Value, text: Text, encoding?: Encoding) =>
  s(id, "private-key", value, text, encoding);
const each = (text: string, line: (line: string, at: number) => string) =>
  text.split("\n").map(line).join("\n");

export default {
  secrets: {
    "pem-and-keys": [
      pem("pkcs8-bare", pkcs8, (v) => v),
      pem("rsa-cat", rsa, (v) => `$ cat /etc/ssl/private/web.key\n${v}\n$ `),
      pem("ec-chat", ec, (v) => `is this EC key valid? openssl complains\n\n${v}\n\nthanks`),
      pem("openssh-cat", openssh, (v) => `ann@laptop:~$ cat ~/.ssh/id_ed25519\n${v}\nann@laptop:~$`),
      pem(
        "encrypted-pkcs8",
        encrypted,
        (v) => `Bag Attributes\n    friendlyName: web\nKey Attributes: <No Attributes>\n${v}\n`,
      ),
      pem("legacy-encrypted", legacy, (v) => `${v}\n`),
      pem("pgp-export", pgp, (v) => `$ gpg --export-secret-keys --armor ann\n${v}`),
      pem("cut-end", rsa, (v) => `$ head -n 9 web.key\n${v.split("\n").slice(0, -1).join("\n")}`),
      pem("cut-start", pkcs8, (v) => `[... truncated ...]\n${v.split("\n").slice(1).join("\n")}`),
      pem("numbered-tab", rsa, (v) => each(v, (l, i) => `${String(i + 1).padStart(6)}\t${l}`)),
      pem("numbered-arrow", openssh, (v) => each(v, (l, i) => `${String(i + 1).padStart(5)}→${l}`)),
      pem("numbered-colon", ec, (v) => each(v, (l, i) => `${i + 1}: ${l}`)),
      pem(
        "quoted-mail",
        rsa,
        (v) => `On Monday Ann wrote:\n${each(v, (l) => `> ${l}`)}\n\nDon't mail keys, please.`,
      ),
      pem("diff-plus", pkcs8, (v) => `+++ b/certs/key.pem\n@@ -0,0 +1,30 @@\n${each(v, (l) => `+${l}`)}`),
      pem("diff-minus", openssh, (v) => `--- a/id_ed25519\n+++ /dev/null\n${each(v, (l) => `-${l}`)}`),
      pem("grep-prefix", rsa, (v) => each(v, (l, i) => `certs/web.key:${i + 1}:${l}`)),
      pem("ci-time", pkcs8, (v) => each(v, (l, i) => `2026-01-08T11:20:${10 + (i % 49)}.1234567Z ${l}`)),
      pem("compose-log", ec, (v) => each(v, (l) => `api-1  | ${l}`)),
      pem("yaml-block", pkcs8, (v) => `tls:\n  key: |\n${each(v, (l) => `    ${l}`)}\n  port: 443\n`),
      pem("tf-heredoc", rsa, (v) => `private_key = <<-EOT\n${each(v, (l) => `  ${l}`)}\nEOT\n`),
      pem("comment-hash", openssh, (v) => `# old deploy key:\n${each(v, (l) => `# ${l}`)}\n`),
      pem("python-triple", rsa, (v) => `KEY = """${v}"""\nprint(jwt.encode(claims, KEY, "RS256"))`),
      pem("js-concat", ec, (v) => `const key =\n${each(v, (l) => `  "${l}\\n" +`)}\n  "";`),
      pem("c-strings", rsa, (v) => `static const char *key =\n${each(v, (l) => `    "${l}\\r\\n"`)};`),
      pem("json-lines", ec, (v) => `{"pem": [\n${each(v, (l) => `  "${l}",`)}\n  ""\n]}`),
      pem("env-escaped", pkcs8, (v) => `JWT_PRIVATE_KEY="${v.replaceAll("\n", "\\n")}"`),
      pem("crlf", rsa, (v) => v.replaceAll("\n", "\r\n")),
      pem("one-line-spaces", pkcs8, (v) => `SSH_KEY=${v.replaceAll("\n", " ")}`),
      pem("html-pre", ec, (v) => `<pre><code>${v.replaceAll("\n", "<br>\n")}</code></pre>`),
      pem("go-backtick", ec, (v) => `var testKey = []byte(\`${v}\`)`),
      one(
        "gcp-json",
        pkcs8,
        (v) => `{\n  "type": "service_account",\n  "private_key": "${v}\\n",\n  "x": 1\n}`,
        "json",
      ),
      one("k8s-tls-key", pkcs8, (v) => `type: kubernetes.io/tls\ndata:\n  tls.key: ${v}\n`, "base64"),
      one("b64-env", openssh, (v) => `DEPLOY_SSH_KEY_B64=${v}`, "base64"),
      one("har-xml", ec, (v) => `<ds:PrivateKey>${v}</ds:PrivateKey>`, "xml"),
      pem(
        "putty",
        body(200, 64),
        (v, r) => `PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 5\n${v}\nPrivate-MAC: ${r.hex(64)}`,
      ),
      one(
        "jwk-d",
        (r) => base64url(r.bytes(32)),
        (v) => `{"kty":"EC","crv":"P-256","x":"a","y":"b","d":"${v}"}`,
      ),
      one(
        "jwk-oct",
        (r) => base64url(r.bytes(64)),
        (v) => `{"keys":[{"kty":"oct","kid":"1","alg":"HS512","k":"${v}"}]}`,
      ),
      one("eth-env", token("0x", "hex", 64), (v) => `DEPLOYER_PRIVATE_KEY=${v} npx hardhat run deploy.ts`),
      one("eth-accounts", hex(64), (v) => `sepolia: { url: RPC, accounts: ["0x${v}"] },  // private key`),
      one("wif", token("K", "base58", 51), (v) => `bitcoin-cli importprivkey ${v} "cold" false`),
      one("xprv", token("xprv9", "base58", 106), (v) => `Extended private key: ${v}`),
      one(
        "solana",
        (r) => `[${Array.from(r.bytes(64)).join(",")}]`,
        (v) => `$ cat ~/.config/solana/id.json\n${v}`,
      ),
      one("seed-12", seed(12), (v) => `My wallet's seed phrase is: ${v}`),
      one("seed-24-env", seed(24), (v) => `MNEMONIC="${v}"\nRPC_URL=https://rpc.acme.io`),
      one("seed-json", seed(12), (v) => `{"accounts": {"mnemonic": "${v}", "count": 10}}`, "json"),
      one(
        "nsec",
        (r) => `nsec1${r.chars(ALPHABET.bech32, 58).toLowerCase()}`,
        (v) => `nostr key ${v} for the bot`,
      ),
      one("stellar", token("S", "base32", 55), (v) => `Stellar secret key: ${v}`),
    ],
  },
  harmless: {
    "pem-and-keys": [
      { id: "public", text: (r) => block("PUBLIC KEY", wrap(base64(r.bytes(294)), 64)) },
      {
        id: "certificate",
        text: (r) => block("CERTIFICATE", wrap(`MII${base64(r.bytes(700)).slice(3)}`, 64)),
      },
      { id: "csr", text: (r) => block("CERTIFICATE REQUEST", wrap(base64(r.bytes(500)), 64)) },
      { id: "pgp-public", text: (r) => block("PGP PUBLIC KEY BLOCK", `\n${body(400, 64)(r)}`) },
      { id: "pgp-signature", text: (r) => block("PGP SIGNATURE", `\n${wrap(base64(r.bytes(300)), 64)}`) },
      { id: "ssh-public", text: (r) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${r.base62(43)} ann@laptop` },
      { id: "ssh-rsa-public", text: (r) => `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB${r.base62(340)} ci` },
      { id: "known-hosts", text: (r) => `git.acme.io ecdsa-sha2-nistp256 AAAAE2VjZHNh${r.base62(120)}=` },
      { id: "fingerprint", text: (r) => `SHA256:${r.base62(43)} deploy key (RSA)` },
      {
        id: "marker-prose",
        text: () => "The file has to begin with BEGIN PRIVATE KEY, else it is a public key.",
      },
      { id: "marker-regex", text: () => "/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(line)" },
      {
        id: "jwk-public",
        text: (r) => `{"kty":"EC","crv":"P-256","x":"${r.base62(43)}","y":"${r.base62(43)}"}`,
      },
      { id: "jwks-rsa", text: (r) => `{"kty":"RSA","use":"sig","e":"AQAB","n":"${r.base62(342)}"}` },
      { id: "eth-address", text: (r) => `from: 0x${r.hex(40)}\nto: 0x${r.hex(40)}` },
      { id: "tx-hash", text: (r) => `Transaction hash: 0x${r.hex(64)}` },
      { id: "block-hash", text: (r) => `blockHash 0x${r.hex(64)} blockNumber ${r.int(9999999)}` },
      { id: "btc-address", text: (r) => `Send it to bc1q${r.chars(ALPHABET.bech32, 38).toLowerCase()}` },
      { id: "xpub", text: (r) => `xpub6${r.chars(ALPHABET.base58, 106)}` },
      { id: "npub", text: (r) => `npub1${r.chars(ALPHABET.bech32, 58).toLowerCase()}` },
      { id: "key-path", text: () => "ssh -i ~/.ssh/deploy_key -o IdentitiesOnly=yes git@git.acme.io" },
      {
        id: "keygen",
        text: () => "Generating public/private ed25519 key pair.\nYour identification has been saved in id",
      },
      {
        id: "openssl-cmd",
        text: () => "openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:4096 -out private.key",
      },
      { id: "png", text: (r) => `![x](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${r.base62(300)})` },
      {
        id: "gpg-list",
        text: (r) => `sec   ed25519 2026-01-01 [SC]\n      ${r.chars(ALPHABET.HEX, 40)}\nuid   Ann`,
      },
    ],
  },
} satisfies BlindFile;
