import type { BlindFile } from "../blind.ts";
import { type HarmlessTemplate, secretCase as s } from "../corpus-case.ts";
import { ALPHABET, base64, base64url, type Random, token } from "../random.ts";

const h = (id: string, text: HarmlessTemplate["text"]) => ({ id, text });
const wrap = (data: string, width = 64) => (data.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join("\n");
const D = "-----";
const pem =
  (label: string, bytes: number, width = 64) =>
  (r: Random) =>
    `${D}BEGIN ${label}${D}\n${wrap(base64(r.bytes(bytes)), width)}\n${D}END ${label}${D}`;
const rsa = pem("RSA PRIVATE KEY", 600);
const pkcs8 = pem("PRIVATE KEY", 600);
const ec = pem("EC PRIVATE KEY", 120);
const ssh = pem("OPENSSH PRIVATE KEY", 330, 70);
const encrypted = pem("ENCRYPTED PRIVATE KEY", 600);
const body = (r: Random) => wrap(base64(r.bytes(480)));
const each = (text: string, prefix: (at: number) => string) =>
  text
    .split("\n")
    .map((line, at) => prefix(at) + line)
    .join("\n");
const procType = (r: Random) =>
  `${D}BEGIN RSA PRIVATE KEY${D}\nProc-Type: 4,ENCRYPTED\n` +
  `DEK-Info: AES-128-CBC,${r.chars(ALPHABET.HEX, 32)}\n\n` +
  `${wrap(base64(r.bytes(600)))}\n${D}END RSA PRIVATE KEY${D}`;
const pgp = (r: Random) =>
  `${D}BEGIN PGP PRIVATE KEY BLOCK${D}\nVersion: GnuPG v2\n\n${wrap(base64(r.bytes(500)))}\n` +
  `${D}END PGP PRIVATE KEY BLOCK${D}`;
const big = (r: Random) => base64url(r.bytes(32));
const mnemonic = (r: Random) => Array.from({ length: 12 }, () => r.word()).join(" ");

export default {
  secrets: {
    "pem-and-keys": [
      s("rsa-bare", "private-key", rsa, (v) => v, "pem"),
      s("pkcs8-asked", "private-key", pkcs8, (v) => `Is this key valid?\n\n${v}\n\nopenssl says no.`, "pem"),
      s("ec-cat", "private-key", ec, (v) => `$ cat key.pem\n${v}\n$ `, "pem"),
      s("ssh-cat", "private-key", ssh, (v) => `ann@web1:~$ cat ~/.ssh/id_ed25519\n${v}\nann@web1:~$`, "pem"),
      s("encrypted", "private-key", encrypted, (v) => `saved as server.key:\n${v}`, "pem"),
      s("proc-type", "private-key", procType, (v) => v, "pem"),
      s("pgp", "private-key", pgp, (v) => `gpg --export-secret-keys --armor ann\n${v}`, "pem"),
      s(
        "cut-end",
        "private-key",
        body,
        (v) => `${D}BEGIN RSA PRIVATE KEY${D}\n${v}\n[output truncated]`,
        "pem",
      ),
      s(
        "cut-no-end",
        "private-key",
        body,
        (v) => `head -8 id_rsa\n${D}BEGIN OPENSSH PRIVATE KEY${D}\n${v}`,
        "pem",
      ),
      s("cut-start", "private-key", body, (v) => `tail id_rsa\n${v}\n${D}END RSA PRIVATE KEY${D}`, "pem"),
      s("numbered", "private-key", rsa, (v) => each(v, (at) => `${String(at + 1).padStart(6)}\t`), "pem"),
      s(
        "numbered-arrow",
        "private-key",
        pkcs8,
        (v) => each(v, (at) => `${String(at + 1).padStart(5)}→`),
        "pem",
      ),
      s("quoted-mail", "private-key", rsa, (v) => `Bob wrote:\n${each(v, () => "> ")}\n\nThanks`, "pem"),
      s("grep-n", "private-key", pkcs8, (v) => each(v, (at) => `deploy/key.pem:${at + 1}:`), "pem"),
      s(
        "diff-added",
        "private-key",
        rsa,
        (v) =>
          `diff --git a/k.pem b/k.pem\n--- /dev/null\n+++ b/k.pem\n@@ -0,0 +1,15 @@\n${each(v, () => "+")}`,
        "pem",
      ),
      s("diff-removed", "private-key", ssh, (v) => `@@ -1,8 +0,0 @@\n${each(v, () => "-")}`, "pem"),
      s(
        "yaml-block",
        "private-key",
        rsa,
        (v) => `tls:\n  key: |\n${each(v, () => "    ")}\n  port: 443`,
        "pem",
      ),
      s(
        "heredoc",
        "private-key",
        ssh,
        (v) => `cat > ~/.ssh/id_rsa <<'EOF'\n${v}\nEOF\nchmod 600 ~/.ssh/id_rsa`,
        "pem",
      ),
      s(
        "tf-heredoc",
        "private-key",
        rsa,
        (v) => `private_key = <<-EOT\n${each(v, () => "    ")}\n  EOT`,
        "pem",
      ),
      s(
        "json-escaped",
        "private-key",
        pkcs8,
        (v) =>
          `{\n  "type": "service_account",\n  "private_key": "${v}",\n` +
          `  "client_email": "a@b.iam.gserviceaccount.com"\n}`,
        "json",
      ),
      s("env-escaped", "private-key", rsa, (v) => `FIREBASE_PRIVATE_KEY="${v}"`, "json"),
      s("env-multiline", "private-key", ec, (v) => `JWT_PRIVATE_KEY="${v}"\nPORT=3000`, "pem"),
      s("py-triple", "private-key", rsa, (v) => `KEY = """${v}"""\n`, "pem"),
      s("js-template", "private-key", ec, (v) => `const key = \`${v}\`;`, "pem"),
      s(
        "c-concat",
        "private-key",
        ec,
        (v) =>
          v
            .split("\n")
            .map((line) => `  "${line}\\n"`)
            .join("\n"),
        "pem",
      ),
      s("md-fence", "private-key", ssh, (v) => `The deploy key:\n\n\`\`\`\n${v}\n\`\`\``, "pem"),
      s("log-prefix", "private-key", rsa, (v) => each(v, () => "2024-05-01T10:00:00Z stdout F "), "pem"),
      s("compose-log", "private-key", ec, (v) => each(v, () => "web-1  | "), "pem"),
      s(
        "k8s-tls",
        "private-key",
        rsa,
        (v) => `kind: Secret\ntype: kubernetes.io/tls\ndata:\n  tls.key: ${v}`,
        "base64",
      ),
      s("kubeconfig", "private-key", ec, (v) => `  user:\n    client-key-data: ${v}`, "base64"),
      s("env-base64", "private-key", ssh, (v) => `SSH_PRIVATE_KEY_B64=${v}`, "base64"),
      s("xml-cdata", "private-key", rsa, (v) => `<privateKey><![CDATA[${v}]]></privateKey>`, "pem"),
      s(
        "jenkins-xml",
        "private-key",
        ssh,
        (v) =>
          `<privateKeySource class="DirectEntryPrivateKeySource">\n` +
          `<privateKey>${v}</privateKey>\n</privateKeySource>`,
        "pem",
      ),
      s("openvpn", "private-key", pkcs8, (v) => `remote vpn.acme.io 1194\n<key>\n${v}\n</key>`, "pem"),
      s(
        "openvpn-static",
        "private-key",
        (r) =>
          `${D}BEGIN OpenVPN Static key V1${D}\n${wrap(r.hex(512), 32)}\n${D}END OpenVPN Static key V1${D}`,
        (v) => `<tls-auth>\n${v}\n</tls-auth>`,
        "pem",
      ),
      s(
        "putty",
        "private-key",
        (r) => wrap(base64(r.bytes(300))),
        (v) =>
          `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: k\nPrivate-Lines: 7\n` +
          `${v}\nPrivate-MAC: 00`,
        "pem",
      ),
      s(
        "jwk-d",
        "private-key",
        big,
        (v, r) => `{"kty":"EC","crv":"P-256","x":"${big(r)}","y":"${big(r)}","d":"${v}"}`,
      ),
      s(
        "jwk-okp",
        "private-key",
        big,
        (v, r) => `{\n  "kty": "OKP",\n  "crv": "Ed25519",\n  "d": "${v}",\n  "x": "${big(r)}"\n}`,
      ),
      s("jwk-oct", "private-key", big, (v) => `{"keys":[{"kty":"oct","kid":"k1","alg":"HS256","k":"${v}"}]}`),
      s(
        "eth-env",
        "private-key",
        (r) => `0x${r.hex(64)}`,
        (v) => `RPC_URL=https://rpc.sepolia.org\nPRIVATE_KEY=${v}`,
      ),
      s(
        "hardhat",
        "private-key",
        (r) => `0x${r.hex(64)}`,
        (v) => `Account #0: 0xabc (10000 ETH)\nPrivate Key: ${v}`,
      ),
      s("mnemonic-env", "mnemonic", mnemonic, (v) => `MNEMONIC="${v}"`),
      s("mnemonic-prose", "mnemonic", mnemonic, (v) => `my seed phrase is ${v}`),
      s(
        "wif",
        "private-key",
        (r) => `K${r.chars(ALPHABET.base58, 51)}`,
        (v) => `bitcoin-cli dumpprivkey bc1qxy\n${v}`,
      ),
      s(
        "wg-genkey",
        "private-key",
        token("", "base64", 43, "="),
        (v) => `$ wg genkey | tee private.key\n${v}`,
      ),
      s("windows-crlf", "private-key", rsa, (v) => v.replaceAll("\n", "\r\n"), "pem"),
    ],
  },
  harmless: {
    "pem-and-keys": [
      h("cert", (r) => `${D}BEGIN CERTIFICATE${D}\n${wrap(base64(r.bytes(400)))}\n${D}END CERTIFICATE${D}`),
      h(
        "public-pem",
        (r) => `${D}BEGIN PUBLIC KEY${D}\n${wrap(base64(r.bytes(290)))}\n${D}END PUBLIC KEY${D}`,
      ),
      h(
        "csr",
        (r) =>
          `${D}BEGIN CERTIFICATE REQUEST${D}\n${wrap(base64(r.bytes(300)))}\n` +
          `${D}END CERTIFICATE REQUEST${D}`,
      ),
      h("ssh-pub", (r) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${r.chars(ALPHABET.base64, 43)} ann@laptop`),
      h("known-hosts", (r) => `git.acme.io ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB${r.chars(ALPHABET.base64, 300)}`),
      h(
        "pgp-signature",
        (r) => `${D}BEGIN PGP SIGNATURE${D}\n\n${wrap(base64(r.bytes(200)))}\n${D}END PGP SIGNATURE${D}`,
      ),
      h(
        "fingerprint",
        (r) => `SHA256 Fingerprint=${(r.chars(ALPHABET.HEX, 64).match(/../g) ?? []).join(":")}`,
      ),
      h("gpg-list", (r) => `pub   rsa4096 2023-01-01 [SC]\n      ${r.chars(ALPHABET.HEX, 40)}`),
      h("doc-begin", () => "The file must start with '-----BEGIN RSA PRIVATE KEY-----'."),
      h("placeholder-body", () => "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----"),
      h("check", () => 'if (!pem.includes("BEGIN PRIVATE KEY")) throw new Error("not a key");'),
      h("grep", () => "grep -rl 'BEGIN OPENSSH PRIVATE KEY' /home 2>/dev/null"),
      h("error", () => 'Load key "id_rsa": invalid format\ngit@github.com: Permission denied (publickey).'),
      h("perm", () => "Permissions 0644 for '/home/ann/.ssh/id_rsa' are too open."),
      h("path", () => "ssl_key_file = /etc/ssl/private/server.key"),
      h("jwk-public", (r) => `{"kty":"EC","crv":"P-256","x":"${big(r)}","y":"${big(r)}","use":"sig"}`),
      h("jwks-rsa", (r) => `{"keys":[{"kty":"RSA","e":"AQAB","kid":"1","n":"${base64url(r.bytes(256))}"}]}`),
      h("eth-address", (r) => `Deployed to 0x${r.hex(40)}`),
      h("eth-tx", (r) => `transaction hash: 0x${r.hex(64)}`),
      h("btc-address", (r) => `send it to bc1q${r.chars(ALPHABET.bech32, 38).toLowerCase()}`),
      h(
        "keygen",
        () => "Your identification has been saved in id_rsa\nYour public key has been saved in id_rsa.pub",
      ),
      h(
        "randomart",
        () => "+--[ED25519 256]--+\n|   .o+*B=o.      |\n|    o.=+*o       |\n+----[SHA256]-----+",
      ),
      h("base64-image", (r) => `data:image/png;base64,iVBORw0KGgo${base64(r.bytes(300))}`),
      h("mnemonic-doc", () => "A seed phrase has 12 or 24 words; never type it into a website."),
    ],
  },
} satisfies BlindFile;
