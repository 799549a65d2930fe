import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base64, base64url, hex, type Random, token, type Value } from "../../random.ts";

const wrap = (text: string, width: number) =>
  text.match(new RegExp(`.{1,${width}}`, "g"))?.join("\n") ?? text;
const body = (r: Random, bytes: number, width = 64) => wrap(base64(r.bytes(bytes)), width);
const pem =
  (label: string, bytes: number, width = 64): Value =>
  (r) =>
    `-----BEGIN ${label}-----\n${body(r, bytes, width)}\n-----END ${label}-----`;
const lines =
  (bytes: number, width = 64): Value =>
  (r) =>
    body(r, bytes, width);
const rsa = pem("RSA PRIVATE KEY", 600);
const pkcs8 = pem("PRIVATE KEY", 620);
const ec = pem("EC PRIVATE KEY", 121);
const openssh: Value = (r) =>
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${wrap(`b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ${base64(r.bytes(250))}`, 70)}\n-----END OPENSSH PRIVATE KEY-----`;
const encrypted: Value = (r) =>
  `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${r.chars(ALPHABET.HEX, 32)}\n\n${body(r, 600)}\n-----END RSA PRIVATE KEY-----`;
const pgp: Value = (r) =>
  `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${body(r, 500)}\n=${r.base62(4)}\n-----END PGP PRIVATE KEY BLOCK-----`;
const prefixed = (prefix: string, text: string) =>
  text
    .split("\n")
    .map((line) => prefix + line)
    .join("\n");
const numbered = (text: string, mark: string) =>
  text
    .split("\n")
    .map((line, at) => `${String(at + 1).padStart(6)}${mark}${line}`)
    .join("\n");
const escaped = (text: string) => text.replaceAll("\n", "\\n");

export default {
  secrets: {
    "pem-and-keys": [
      secretCase("rsa-whole", "private-key", rsa, (v) => `$ cat ~/.ssh/legacy_rsa\n${v}\n`, "pem"),
      secretCase(
        "openssh-whole",
        "private-key",
        openssh,
        (v) => `Add this deploy key to the runner:\n\n${v}\n\nthen restart it`,
        "pem",
      ),
      secretCase("ec-one", "private-key", ec, (v) => `${v}\n`, "pem"),
      secretCase(
        "pkcs8-with-cert",
        "private-key",
        pkcs8,
        (v, r) => `-----BEGIN CERTIFICATE-----\n${body(r, 300)}\n-----END CERTIFICATE-----\n${v}\n`,
        "pem",
      ),
      secretCase("encrypted-traditional", "private-key", encrypted, (v) => `server.key:\n${v}`, "pem"),
      secretCase("encrypted-pkcs8", "private-key", pem("ENCRYPTED PRIVATE KEY", 650), (v) => v, "pem"),
      secretCase(
        "dsa-crlf",
        "private-key",
        pem("DSA PRIVATE KEY", 330),
        (v) => v.replaceAll("\n", "\r\n"),
        "pem",
      ),
      secretCase(
        "pgp-export",
        "private-key",
        pgp,
        (v) => `$ gpg --export-secret-keys --armor ops@example.com\n${v}\n`,
        "pem",
      ),
      secretCase("numbered-read-tool", "private-key", rsa, (v) => numbered(v, "→"), "pem"),
      secretCase("numbered-cat-n", "private-key", openssh, (v) => numbered(v, "\t"), "pem"),
      secretCase(
        "diff-added",
        "private-key",
        pkcs8,
        (v) =>
          `diff --git a/certs/tls.key b/certs/tls.key\nnew file mode 100600\n@@ -0,0 +1,16 @@\n${prefixed("+", v)}`,
        "pem",
      ),
      secretCase("diff-removed", "private-key", ec, (v) => `@@ -1,5 +0,0 @@\n${prefixed("-", v)}`, "pem"),
      secretCase("grep-file-name", "private-key", rsa, (v) => prefixed("deploy/id_rsa:", v), "pem"),
      secretCase(
        "grep-context-numbers",
        "private-key",
        openssh,
        (v) =>
          v
            .split("\n")
            .map((line, at) => `keys/host.pem${at === 0 ? ":" : "-"}${at + 1}${at === 0 ? ":" : "-"}${line}`)
            .join("\n"),
        "pem",
      ),
      secretCase(
        "mail-quote",
        "private-key",
        pkcs8,
        (v) => `On Tue, Dana wrote:\n${prefixed("> ", v)}\n\nPlease never mail this.`,
        "pem",
      ),
      secretCase(
        "yaml-block",
        "private-key",
        rsa,
        (v) => `tls:\n  enabled: true\n  key: |\n${prefixed("    ", v)}\n  port: 8443`,
        "pem",
      ),
      secretCase("compose-log-prefix", "private-key", pkcs8, (v) => prefixed("api-1     | ", v), "pem"),
      secretCase(
        "syslog-prefix",
        "private-key",
        ec,
        (v) => prefixed("Feb 11 09:12:44 web1 certd[812]: ", v),
        "pem",
      ),
      secretCase(
        "actions-log-time",
        "private-key",
        openssh,
        (v) => prefixed("2026-02-11T09:12:44.1932210Z ", v),
        "pem",
      ),
      secretCase("code-comment", "private-key", ec, (v) => prefixed("// ", v), "pem"),
      secretCase(
        "json-escaped",
        "private-key",
        pkcs8,
        (v) =>
          `{"type":"service_account","project_id":"acme-prod","private_key":"${escaped(v)}\\n","client_email":"ci@acme-prod.iam.gserviceaccount.com"}`,
        "pem",
      ),
      secretCase("env-escaped", "private-key", rsa, (v) => `GITHUB_APP_PRIVATE_KEY="${escaped(v)}"`, "pem"),
      secretCase(
        "double-escaped",
        "private-key",
        pkcs8,
        (v) => `{"content":"{\\"private_key\\":\\"${v.replaceAll("\n", "\\\\n")}\\"}"}`,
        "pem",
      ),
      secretCase("one-line-spaces", "private-key", rsa, (v) => `SSH_KEY=${v.replaceAll("\n", " ")}`, "pem"),
      secretCase(
        "js-concat",
        "private-key",
        ec,
        (v) =>
          v
            .split("\n")
            .map((line) => `  "${line}\\n"`)
            .join(" +\n"),
        "pem",
      ),
      secretCase(
        "python-list",
        "private-key",
        ec,
        (v) =>
          `key = "\\n".join([\n${v
            .split("\n")
            .map((line) => `    '${line}',`)
            .join("\n")}\n])`,
        "pem",
      ),
      secretCase(
        "bash-heredoc",
        "private-key",
        openssh,
        (v) => `cat > ~/.ssh/id_ed25519 <<'KEY'\n${v}\nKEY\nchmod 600 ~/.ssh/id_ed25519`,
        "pem",
      ),
      secretCase(
        "cut-without-end",
        "private-key",
        (r) => `-----BEGIN RSA PRIVATE KEY-----\n${body(r, 300)}`,
        (v) => `$ head -n 8 server.key\n${v}`,
        "pem",
      ),
      secretCase(
        "cut-without-begin",
        "private-key",
        (r) => `${body(r, 300)}\n-----END RSA PRIVATE KEY-----`,
        (v) => `$ tail -n 8 server.key\n${v}`,
        "pem",
      ),
      secretCase(
        "cut-in-the-middle",
        "private-key",
        (r) => `-----BEGIN PRIVATE KEY-----\n${body(r, 192)}`,
        (v) => `${v}\n... [14 lines truncated] ...\n-----END PRIVATE KEY-----`,
        "pem",
      ),
      secretCase("base64-of-pem", "private-key", ec, (v) => `TLS_KEY_B64=${v}`, "base64"),
      secretCase(
        "kubeconfig-client-key",
        "private-key",
        ec,
        (v, r) =>
          `    client-certificate-data: LS0tLS1CRUdJTiBDRVJU${r.base62(60)}\n    client-key-data: ${v}`,
        "base64",
      ),
      secretCase(
        "k8s-tls-secret",
        "private-key",
        pkcs8,
        (v) => `kind: Secret\ntype: kubernetes.io/tls\ndata:\n  tls.key: ${v}\n`,
        "base64",
      ),
      secretCase("url-encoded-pem", "private-key", ec, (v) => `POST /upload\n\nname=web&key=${v}`, "url"),
      secretCase(
        "putty",
        "private-key",
        lines(360),
        (v, r) =>
          `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: dana@desk\nPublic-Lines: 2\n${body(r, 90)}\nPrivate-Lines: 8\n${v}\nPrivate-MAC: ${r.hex(64)}`,
        "pem",
      ),
      secretCase(
        "jwk-ec",
        "private-key",
        (r) => base64url(r.bytes(32)),
        (v, r) =>
          `{"kty":"EC","crv":"P-256","kid":"sig-1","x":"${base64url(r.bytes(32))}","y":"${base64url(r.bytes(32))}","d":"${v}"}`,
      ),
      secretCase(
        "jwk-oct",
        "secret-key",
        (r) => base64url(r.bytes(64)),
        (v) => `{\n  "kty": "oct",\n  "alg": "HS512",\n  "k": "${v}"\n}`,
      ),
      secretCase(
        "ethereum-env",
        "private-key",
        token("0x", "hex", 64),
        (v) => `SEPOLIA_RPC_URL=https://rpc.sepolia.org\nPRIVATE_KEY=${v}`,
      ),
      secretCase(
        "hardhat-accounts",
        "private-key",
        hex(64),
        (v) => `networks: { sepolia: { url: RPC, accounts: ["0x${v}"] } }, // deployer private key`,
      ),
      secretCase(
        "bitcoin-wif",
        "private-key",
        (r) => `L${r.chars(ALPHABET.base58, 51)}`,
        (v) => `$ bitcoin-cli dumpprivkey bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh\n${v}`,
      ),
      secretCase(
        "bip32-xprv",
        "private-key",
        (r) => `xprv9s21ZrQH143K${r.chars(ALPHABET.base58, 96)}`,
        (v) => `{"master": "${v}", "path": "m/44'/0'/0'"}`,
      ),
      secretCase(
        "solana-array",
        "private-key",
        (r) => Array.from(r.bytes(64)).join(","),
        (v) => `$ cat ~/.config/solana/id.json   # keypair\n[${v}]`,
      ),
      secretCase(
        "age-key",
        "private-key",
        token("AGE-SECRET-KEY-1", "bech32", 58),
        (v, r) =>
          `# created: 2026-01-0${1 + r.int(8)}T10:00:00Z\n# public key: age1${r.chars(ALPHABET.bech32, 58).toLowerCase()}\n${v}`,
      ),
      secretCase(
        "minisign-secret",
        "private-key",
        token("RWRTY0Iy", "base64", 204),
        (v) => `untrusted comment: minisign encrypted secret key\n${v}`,
      ),
      secretCase(
        "tauri-signing",
        "private-key",
        (r) => `untrusted comment: rsign encrypted secret key\nRWRTY0Iy${r.chars(ALPHABET.base64, 204)}\n`,
        (v) => `TAURI_SIGNING_PRIVATE_KEY=${v}`,
        "base64",
      ),
      secretCase(
        "dkim-one-line",
        "private-key",
        (r) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASC${base64(r.bytes(900))}`,
        (v) => `dkim.privateKey=${v}`,
      ),
      secretCase(
        "vapid",
        "private-key",
        (r) => base64url(r.bytes(32)),
        (v, r) =>
          `=======================================\n\nPublic Key:\nB${base64url(r.bytes(64))}\n\nPrivate Key:\n${v}\n\n=======================================`,
      ),
      secretCase(
        "wg-genkey",
        "private-key",
        token("", "base64", 43, "="),
        (v) => `$ wg genkey | tee privatekey\n${v}`,
      ),
    ],
  },
} satisfies BlindFile;
