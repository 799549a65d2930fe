import type { BlindFile } from "../../blind.ts";
import { secretCase as c } from "../../corpus-case.ts";
import { ALPHABET, base64, base64url, hex, type Random, token, type Value } from "../../random.ts";

const K = "private-key";
const wrap = (s: string, n: number) => s.match(new RegExp(`.{1,${n}}`, "g"))?.join("\n") ?? s;
const block =
  (label: string, start: string, bytes: number, width = 64): Value =>
  (r) =>
    `-----BEGIN ${label}-----\n${wrap(start + base64(r.bytes(bytes)), width)}\n-----END ${label}-----`;
const rsa = block("RSA PRIVATE KEY", "MIIEpAIB", 600);
const pkcs8 = block("PRIVATE KEY", "MIIEvQIB", 600);
const ec = block("EC PRIVATE KEY", "MHcCAQEE", 114);
const ed = block("PRIVATE KEY", "MC4CAQAw", 42);
const enc = block("ENCRYPTED PRIVATE KEY", "MIIFLTBX", 600);
const ssh = block("OPENSSH PRIVATE KEY", "b3BlbnNzaC1rZXktdjEA", 240, 70);
const dsa = block("DSA PRIVATE KEY", "MIIBuwIB", 330);
const legacy: Value = (r) =>
  `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n` +
  `DEK-Info: AES-128-CBC,${r.chars(ALPHABET.HEX, 32)}\n\n` +
  `${wrap(base64(r.bytes(400)), 64)}\n-----END RSA PRIVATE KEY-----`;
const pgp: Value = (r) =>
  `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${wrap(`lQVYBG${base64(r.bytes(500))}`, 64)}\n` +
  "-----END PGP PRIVATE KEY BLOCK-----";
const prefix = (v: string, p: string) => v.replace(/^/gm, p);
const number = (v: string) =>
  v
    .split("\n")
    .map((line, i) => `${String(i + 1).padStart(6)}\t${line}`)
    .join("\n");
const grepped = (v: string, file: string) =>
  v
    .split("\n")
    .map((line, i) => `${file}:${i + 1}:${line}`)
    .join("\n");
const withoutLast = (v: string) => v.split("\n").slice(0, -1).join("\n");
const url32: Value = (r) => base64url(r.bytes(32));
const url256: Value = (r) => base64url(r.bytes(256));
const wif: Value = (r) => `${r.pick(["K", "L"])}${r.chars(ALPHABET.base58, 51)}`;
const xprv: Value = (r) => `xprv9s21ZrQH143K${r.chars(ALPHABET.base58, 96)}`;
const mnemonic: Value = (r: Random) => Array.from({ length: 12 }, () => r.word()).join(" ");
const putty: Value = (r) => wrap(base64(r.bytes(190)), 64);
const solana: Value = (r) => `[${Array.from(r.bytes(64)).join(",")}]`;

export default {
  secrets: {
    "pem-and-keys": [
      c("rsa-bare", K, rsa, (v) => v, "pem"),
      c("pkcs8-cat", K, pkcs8, (v) => `$ cat server.key\n${v}\n$ `, "pem"),
      c("ec-chat", K, ec, (v) => `is this key ok for ES256?\n\n\`\`\`\n${v}\n\`\`\`\n`, "pem"),
      c("ed25519", K, ed, (v) => `openssl genpkey -algorithm ed25519\n${v}`, "pem"),
      c("encrypted", K, enc, (v) => `Bag Attributes\n    friendlyName: site\n${v}`, "pem"),
      c("openssh", K, ssh, (v) => `~/.ssh/id_ed25519:\n${v}\n`, "pem"),
      c("dsa", K, dsa, (v) => `Old host key:\n${v}`, "pem"),
      c("legacy-headers", K, legacy, (v) => v, "pem"),
      c("pgp-block", K, pgp, (v) => `gpg --export-secret-keys -a jo@acme.io\n${v}`, "pem"),
      c("indented-yaml", K, rsa, (v) => `tls:\n  key: |\n${prefix(v, "    ")}\n  port: 443`, "pem"),
      c(
        "k8s-stringdata",
        K,
        pkcs8,
        (v) => `kind: Secret\nstringData:\n  tls.key: |\n${prefix(v, "    ")}`,
        "pem",
      ),
      c("cat-n", K, ssh, (v) => number(v), "pem"),
      c("grep-n", K, rsa, (v) => grepped(v, "certs/dev.key"), "pem"),
      c(
        "diff-added",
        K,
        pkcs8,
        (v) => `diff --git a/k.pem b/k.pem\n@@ -0,0 +1,14 @@\n${prefix(v, "+")}`,
        "pem",
      ),
      c("diff-removed", K, ec, (v) => `--- a/key.pem\n+++ /dev/null\n${prefix(v, "-")}`, "pem"),
      c("mail-quoted", K, ssh, (v) => `On Monday Jo wrote:\n${prefix(v, "> ")}\nThanks!`, "pem"),
      c("commented", K, rsa, (v) => `# old key, remove later\n${prefix(v, "# ")}`, "pem"),
      c("slash-comment", K, ec, (v) => `${prefix(v, "// ")}\nfunc main() {}`, "pem"),
      c("cut-end", K, rsa, (v) => `${withoutLast(v)}\n[output truncated]`, "pem"),
      c("head-5", K, ssh, (v) => `$ head -n 20 id_rsa\n${withoutLast(v)}`, "pem"),
      c("docker-prefix", K, pkcs8, (v) => prefix(v, "web-1  | "), "pem"),
      c("log-prefix", K, ec, (v) => prefix(v, "2024-05-01T10:00:00Z DEBUG key: "), "pem"),
      c(
        "json-escaped",
        K,
        pkcs8,
        (v) => `{"type":"service_account","private_key":"${v}","client_email":"x@y.iam"}`,
        "json",
      ),
      c("env-escaped", K, rsa, (v) => `FIREBASE_PRIVATE_KEY="${v}"\nFIREBASE_ID=x`, "json"),
      c("js-literal", K, ec, (v) => `const key = "${v}";\nsign(key, data);`, "json"),
      c("js-template", K, rsa, (v) => `const privateKey = \`${v}\`;\n`, "pem"),
      c("py-triple", K, ed, (v) => `KEY = """${v}"""\n`, "pem"),
      c("heredoc", K, ssh, (v) => `cat > ~/.ssh/id_rsa <<EOF\n${v}\nEOF\nchmod 600 ~/.ssh/id_rsa`, "pem"),
      c("hcl-heredoc", K, rsa, (v) => `private_key = <<-PEM\n${prefix(v, "    ")}\nPEM`, "pem"),
      c("go-raw", K, ec, (v) => `var pemKey = []byte(\`${v}\`)`, "pem"),
      c("b64-whole", K, ed, (v) => `SIGNING_KEY_BASE64=${v}`, "base64"),
      c("k8s-tls-b64", K, ec, (v) => `type: kubernetes.io/tls\ndata:\n  tls.key: ${v}`, "base64"),
      c("kubeconfig-b64", K, ec, (v) => `users:\n- name: kind\n  user:\n    client-key-data: ${v}`, "base64"),
      c("xml-elem", K, ed, (v) => `<PrivateKey>${v}</PrivateKey>`, "pem"),
      c("url-encoded", K, ed, (v) => `curl -d 'key=${v}' http://localhost/import`, "url"),
      c(
        "putty-ppk",
        K,
        putty,
        (v) =>
          `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: jo\nPrivate-Lines: 4\n` +
          `${v}\nPrivate-MAC: 00`,
        "pem",
      ),
      c(
        "jwk-ec",
        K,
        url32,
        (v, r) => `{"kty":"EC","crv":"P-256","x":"${base64url(r.bytes(32))}","d":"${v}"}`,
      ),
      c(
        "jwk-rsa-pretty",
        K,
        url256,
        (v) => `{\n  "kty": "RSA",\n  "e": "AQAB",\n  "d": "${v}",\n  "use": "sig"\n}`,
      ),
      c("jwk-oct", "secret", url32, (v) => `{"keys":[{"kty":"oct","alg":"HS256","k":"${v}"}]}`),
      c("wif", K, wif, (v) => `bitcoin-cli importprivkey ${v} "cold" false`),
      c("xprv", K, xprv, (v) => `Master key: ${v}`),
      c("eth-hardhat", K, token("0x", "hex", 64), (v) => `accounts: [{ privateKey: "${v}", balance: "1" }]`),
      c("eth-env", K, hex(64), (v) => `DEPLOYER_PRIVATE_KEY=${v}\nRPC_URL=https://rpc.acme.io`),
      c("mnemonic-env", "seed-phrase", mnemonic, (v) => `MNEMONIC="${v}"\nCHAIN_ID=1`),
      c("solana-json", K, solana, (v) => `$ cat ~/.config/solana/id.json\n${v}`),
    ],
  },
  harmless: {
    "pem-and-keys": [
      { id: "cert", text: (r) => block("CERTIFICATE", "MIIDdzCC", 500)(r) },
      { id: "public", text: (r) => block("PUBLIC KEY", "MIIBIjAN", 290)(r) },
      { id: "rsa-public", text: (r) => block("RSA PUBLIC KEY", "MIIBCgKC", 260)(r) },
      { id: "csr", text: (r) => block("CERTIFICATE REQUEST", "MIICijCC", 400)(r) },
      { id: "dh", text: (r) => block("DH PARAMETERS", "MIIBCAKC", 260)(r) },
      { id: "pgp-sig", text: (r) => block("PGP SIGNATURE", "iQIzBAAB", 300)(r) },
      {
        id: "ssh-pub",
        text: (r) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${base64url(r.bytes(32))} jo@laptop`,
      },
      { id: "ssh-rsa-pub", text: (r) => `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ${base64(r.bytes(300))} ci` },
      {
        id: "known-hosts",
        text: (r) => `github.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${base64url(r.bytes(32))}`,
      },
      {
        id: "begin-text",
        text: () => 'if (!pem.startsWith("-----BEGIN PRIVATE KEY-----")) throw new Error("not PEM");',
      },
      {
        id: "empty-block",
        text: () => "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----",
      },
      {
        id: "jwk-public",
        text: (r) => `{"kty":"EC","crv":"P-256","x":"${url32(r)}","y":"${url32(r)}","kid":"1"}`,
      },
      {
        id: "fingerprint",
        text: (r) => `256 SHA256:${base64(r.bytes(32)).slice(0, 43)} jo@laptop (ED25519)`,
      },
      {
        id: "md5-fp",
        text: (r) =>
          `MD5:${Array.from(r.bytes(16))
            .map((b) => b.toString(16).padStart(2, "0"))
            .join(":")}`,
      },
      { id: "eth-address", text: (r) => `Transfer to 0x${r.hex(40)} confirmed` },
      { id: "tx-hash", text: (r) => `Transaction hash: 0x${r.hex(64)}, block ${r.int(99999)}` },
      { id: "xpub", text: (r) => `xpub661MyMwAqRbcF${r.chars(ALPHABET.base58, 94)}` },
      { id: "btc-address", text: (r) => `Donations: bc1q${r.chars(ALPHABET.bech32, 38).toLowerCase()}` },
      { id: "age-public", text: (r) => `age -r age1${r.chars(ALPHABET.bech32, 58).toLowerCase()} file` },
      {
        id: "keygen",
        text: () => "Generating public/private rsa key pair.\nEnter file in which to save the key:",
      },
      { id: "gpg-list", text: (r) => `sec   ed25519 2024-01-01 [SC]\n      ${r.chars(ALPHABET.HEX, 40)}` },
      { id: "path", text: () => "private_key_path: /etc/ssl/private/acme.key" },
      { id: "image", text: (r) => `<img src="data:image/png;base64,iVBORw0KGgo${base64(r.bytes(200))}">` },
      { id: "modulus", text: (r) => `Modulus=${r.chars(ALPHABET.HEX, 256)}` },
    ],
  },
} satisfies BlindFile;
