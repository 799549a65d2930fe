import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base64, hex, type Random, token, type Value } from "../../random.ts";

/** The base64 lines of a key, without its BEGIN and END lines. */
const body =
  (start: string, length: number, width = 64): Value =>
  (r) =>
    (
      (start + r.chars(ALPHABET.base64, length - start.length - 1)).match(new RegExp(`.{1,${width}}`, "g")) ??
      []
    ).join("\n") + "=";
const rsa = body("MIIEowIBAAKCAQEA", 1588);
const pkcs8 = body("MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", 1620);
const small = body("MIIBVAIBADANBgkqhkiG9w0BAQEF", 440);
const ec = body("MHcCAQEEI", 164);
const ed = body("MC4CAQAwBQYDK2VwBCIEI", 64);
const openssh = body("b3BlbnNzaC1rZXktdjEAAAAABG5vbmU", 376, 70);
const pgp = body("lQ", 700);
const putty = body("AAAA", 240);

const begin = (label: string) => `-----${"BEGIN"} ${label}-----`;
const end = (label: string) => `-----${"END"} ${label}-----`;
const wrap = (label: string, v: string) => `${begin(label)}\n${v}\n${end(label)}`;
const each = (v: string, f: (line: string, at: number) => string) => v.split("\n").map(f).join("\n");
const oneLine = (label: string, v: string) => wrap(label, v).replaceAll("\n", "\\n");
const RSA = "RSA PRIVATE KEY";
const PKCS8 = "PRIVATE KEY";
const SSH = "OPENSSH PRIVATE KEY";
const mnemonic =
  (n: number): Value =>
  (r: Random) =>
    Array.from({ length: n }, () => r.word()).join(" ");

export default {
  secrets: {
    "pem-and-keys": [
      secretCase("rsa-whole", "private-key", rsa, (v) => wrap(RSA, v), "pem"),
      secretCase("cat-pkcs8", "private-key", pkcs8, (v) => `$ cat tls.key\n${wrap(PKCS8, v)}\n$ ls`, "pem"),
      secretCase(
        "openssh-cat",
        "private-key",
        openssh,
        (v) => `ann@box:~$ cat .ssh/id_ed25519\n${wrap(SSH, v)}`,
        "pem",
      ),
      secretCase(
        "ec",
        "private-key",
        ec,
        (v) => `here is the key\n\n${wrap("EC PRIVATE KEY", v)}\n\ndoes it match?`,
        "pem",
      ),
      secretCase(
        "ed25519",
        "private-key",
        ed,
        (v) => `openssl genpkey -algorithm ed25519\n${wrap(PKCS8, v)}`,
        "pem",
      ),
      secretCase("encrypted-pkcs8", "private-key", pkcs8, (v) => wrap("ENCRYPTED PRIVATE KEY", v), "pem"),
      secretCase(
        "encrypted-rsa",
        "private-key",
        rsa,
        (v, r) => `${begin(RSA)}
Proc-Type: 4,ENCRYPTED
DEK-Info: AES-128-CBC,${r.chars(ALPHABET.HEX, 32)}

${v}
${end(RSA)}`,
        "pem",
      ),
      secretCase("cut-end", "private-key", small, (v) => `${begin(PKCS8)}\n${v}\n[output truncated]`, "pem"),
      secretCase("cut-head", "private-key", small, (v) => `$ head -8 server.key\n${begin(RSA)}\n${v}`, "pem"),
      secretCase(
        "cut-start",
        "private-key",
        small,
        (v) => `$ tail -n 8 server.key\n${v}\n${end(RSA)}`,
        "pem",
      ),
      secretCase(
        "cat-n",
        "private-key",
        openssh,
        (v) => `     1\t${begin(SSH)}\n${each(v, (l, i) => `     ${i + 2}\t${l}`)}\n     8\t${end(SSH)}`,
        "pem",
      ),
      secretCase(
        "arrow-numbers",
        "private-key",
        small,
        (v) => `    1→${begin(PKCS8)}\n${each(v, (l, i) => `    ${i + 2}→${l}`)}\n    9→${end(PKCS8)}`,
        "pem",
      ),
      secretCase(
        "grep-prefix",
        "private-key",
        small,
        (v) => `$ grep -n '' key.pem\n1:${begin(RSA)}\n${each(v, (l, i) => `${i + 2}:${l}`)}\n9:${end(RSA)}`,
        "pem",
      ),
      secretCase(
        "diff-added",
        "private-key",
        rsa,
        (v) => `diff --git a/deploy.key b/deploy.key
new file mode 100644
--- /dev/null
+++ b/deploy.key
@@ -0,0 +1,27 @@
+${begin(RSA)}
${each(v, (l) => `+${l}`)}
+${end(RSA)}`,
        "pem",
      ),
      secretCase(
        "diff-removed",
        "private-key",
        small,
        (v) => `-${begin(PKCS8)}\n${each(v, (l) => `-${l}`)}\n-${end(PKCS8)}\n+# moved to vault`,
        "pem",
      ),
      secretCase(
        "mail-quoted",
        "private-key",
        openssh,
        (v) => `On Monday Ann wrote:\n> ${begin(SSH)}\n${each(v, (l) => `> ${l}`)}\n> ${end(SSH)}`,
        "pem",
      ),
      secretCase(
        "yaml-block",
        "private-key",
        small,
        (v) => `tls:
  key: |
    ${begin(PKCS8)}
${each(v, (l) => `    ${l}`)}
    ${end(PKCS8)}
  port: 443`,
        "pem",
      ),
      secretCase(
        "hcl-heredoc",
        "private-key",
        openssh,
        (v) => `private_key = <<-EOT\n  ${begin(SSH)}\n${each(v, (l) => `  ${l}`)}\n  ${end(SSH)}\nEOT`,
        "pem",
      ),
      secretCase(
        "gcp-json",
        "private-key",
        pkcs8,
        (v, r) => `{
  "type": "service_account",
  "private_key_id": "${r.hex(40)}",
  "private_key": "${oneLine(PKCS8, v)}\\n",
  "client_email": "ci@acme.iam.gserviceaccount.com"
}`,
        "pem",
      ),
      secretCase(
        "env-one-line",
        "private-key",
        small,
        (v) => `FIREBASE_PRIVATE_KEY="${oneLine(PKCS8, v)}\\n"`,
        "pem",
      ),
      secretCase(
        "js-concat",
        "private-key",
        small,
        (v) => `const key = "${begin(RSA)}\\n" +\n${each(v, (l) => `  "${l}\\n" +`)}\n  "${end(RSA)}\\n";`,
        "pem",
      ),
      secretCase("py-triple", "private-key", small, (v) => `KEY = """${wrap(PKCS8, v)}\n"""`, "pem"),
      secretCase(
        "go-backtick",
        "private-key",
        ec,
        (v) => `var testKey = []byte(\`${wrap("EC PRIVATE KEY", v)}\`)`,
        "pem",
      ),
      secretCase(
        "shell-heredoc",
        "private-key",
        openssh,
        (v) => `cat > ~/.ssh/id <<'EOF'\n${wrap(SSH, v)}\nEOF\nchmod 600 ~/.ssh/id`,
        "pem",
      ),
      secretCase(
        "log-timestamps",
        "private-key",
        small,
        (v) => `2025-03-01T10:00:00Z ${begin(PKCS8)}\n${each(v, (l) => `2025-03-01T10:00:00Z ${l}`)}`,
        "pem",
      ),
      secretCase(
        "compose-logs",
        "private-key",
        small,
        (v) => `app-1  | ${begin(PKCS8)}\n${each(v, (l) => `app-1  | ${l}`)}\napp-1  | ${end(PKCS8)}`,
        "pem",
      ),
      secretCase(
        "dsa-indent-md",
        "private-key",
        small,
        (v) => `- the key:\n\n      ${begin("DSA PRIVATE KEY")}\n${each(v, (l) => `      ${l}`)}\n`,
        "pem",
      ),
      secretCase(
        "pgp-armor",
        "private-key",
        pgp,
        (v, r) => `$ gpg --export-secret-keys --armor ann@example.org
${begin("PGP PRIVATE KEY BLOCK")}

${v}
=${r.base62(4)}
${end("PGP PRIVATE KEY BLOCK")}`,
        "pem",
      ),
      secretCase(
        "putty",
        "private-key",
        putty,
        (v, r) => `PuTTY-User-Key-File-3: ssh-ed25519
Encryption: none
Comment: ann@laptop
Public-Lines: 2
AAAAC3NzaC1lZDI1NTE5AAAAI${r.base62(39)}
${r.base62(16)}
Private-Lines: 4
${v}
Private-MAC: ${r.hex(64)}`,
        "pem",
      ),
      secretCase(
        "k8s-tls-b64",
        "private-key",
        (r) => wrap(PKCS8, small(r)),
        (v) => `kind: Secret
type: kubernetes.io/tls
data:
  tls.key: ${v}`,
        "base64",
      ),
      secretCase(
        "kubeconfig-key",
        "private-key",
        (r) => wrap(RSA, small(r)),
        (v) => `users:
- name: admin
  user:
    client-key-data: ${v}`,
        "base64",
      ),
      secretCase(
        "env-b64",
        "private-key",
        (r) => wrap(SSH, openssh(r)),
        (v) => `SSH_PRIVATE_KEY_B64=${v}`,
        "base64",
      ),
      secretCase(
        "jwk-ec",
        "private-key",
        token("", "base64url", 43),
        (v, r) => `{"kty":"EC","crv":"P-256","x":"${r.base62(43)}","y":"${r.base62(43)}","d":"${v}"}`,
      ),
      secretCase(
        "jwk-oct",
        "key",
        token("", "base64url", 43),
        (v) => `{ "kty": "oct", "alg": "HS256", "kid": "k1", "k": "${v}" }`,
      ),
      secretCase(
        "eth-hex",
        "private-key",
        token("0x", "hex", 64),
        (v, r) => `Account #0: 0x${r.hex(40)} (10000 ETH)
Private Key: ${v}`,
      ),
      secretCase(
        "eth-hardhat",
        "private-key",
        hex(64),
        (v) => `networks: { sepolia: { url: RPC, accounts: ["0x${v}"] } },`,
      ),
      secretCase(
        "wif",
        "private-key",
        token("K", "base58", 51),
        (v) => `$ bitcoin-cli dumpprivkey bc1qxyz\n${v}`,
      ),
      secretCase("mnemonic-env", "mnemonic", mnemonic(12), (v) => `MNEMONIC="${v}"\nINFURA_PROJECT=shop`),
      secretCase(
        "mnemonic-24",
        "mnemonic",
        mnemonic(24),
        (v) => `Write down your recovery phrase:\n\n  ${v}\n`,
      ),
      secretCase(
        "wg-genkey",
        "private-key",
        (r) => base64(r.bytes(32)),
        (v) => `# wg set wg0 private-key <(echo ${v})`,
      ),
    ],
  },
  harmless: {
    "pem-and-keys": [
      { id: "cert", text: (r) => wrap("CERTIFICATE", small(r)) },
      { id: "public", text: (r) => wrap("PUBLIC KEY", ec(r)) },
      { id: "rsa-public", text: (r) => `JWT_PUBLIC_KEY:\n${wrap("RSA PUBLIC KEY", small(r))}` },
      { id: "pgp-public", text: (r) => wrap("PGP PUBLIC KEY BLOCK", `\n${pgp(r)}`) },
      { id: "pgp-signature", text: (r) => wrap("PGP SIGNATURE", `\n${ec(r)}`) },
      { id: "csr", text: (r) => wrap("CERTIFICATE REQUEST", small(r)) },
      { id: "authorized", text: (r) => `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ${r.base62(340)} ann@laptop` },
      { id: "ed-pub", text: (r) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${r.base62(43)} deploy@ci` },
      { id: "fingerprint", text: (r) => `256 SHA256:${r.base62(43)} ann@laptop (ED25519)` },
      {
        id: "jwk-public",
        text: (r) =>
          `{"kty":"EC","crv":"P-256","kid":"${r.hex(8)}","x":"${r.base62(43)}","y":"${r.base62(43)}"}`,
      },
      { id: "eth-address", text: (r) => `deployed to 0x${r.hex(40)} in tx 0x${r.hex(64)}` },
      { id: "btc-address", text: (r) => `bc1q${r.chars(ALPHABET.base36, 38)}` },
      { id: "begin-only", text: () => `The file must start with "${begin(RSA)}".` },
      { id: "grep-count", text: () => `$ grep -c '${begin(PKCS8)}' *.pem\nserver.pem:1` },
      { id: "dots", text: () => `${begin(PKCS8)}\n...\n${end(PKCS8)}` },
      { id: "placeholder", text: () => `private_key: "${begin(PKCS8)}\\n<key>\\n${end(PKCS8)}\\n"` },
      { id: "ssh-add", text: () => "Identity added: /home/ann/.ssh/id_ed25519 (ann@laptop)" },
      {
        id: "keygen",
        text: () =>
          "Your identification has been saved in id_rsa\nYour public key has been saved in id_rsa.pub",
      },
      {
        id: "cert-b64",
        text: (r) => `certificate-authority-data: ${base64(wrap("CERTIFICATE", small(r)))}`,
      },
      {
        id: "gpg-list",
        text: (r) =>
          `sec   ed25519 2024-05-01 [SC]\n      ${r.chars(ALPHABET.HEX, 40)}\nuid   Ann <ann@example.org>`,
      },
      { id: "dh-params", text: (r) => wrap("DH PARAMETERS", ec(r)) },
      { id: "image", text: (r) => `<img src="data:image/png;base64,${base64(r.bytes(120))}">` },
      { id: "sri", text: (r) => `<script src="a.js" integrity="sha384-${base64(r.bytes(48))}"></script>` },
      { id: "regex", text: () => "/-----BEGIN [A-Z ]+-----/.test(text)" },
    ],
  },
} satisfies BlindFile;
