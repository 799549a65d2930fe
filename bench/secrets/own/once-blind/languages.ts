import { secretCase as c, type Template } from "../../corpus-case.ts";
import { base62, hex, password, token, type Value, weakPassword } from "../../random.ts";

const key = token("", "base64url", 32);

type Line = readonly [
  id: string,
  kind: "password" | "key" | "token",
  value: Value,
  text: (v: string) => string,
];

const LINES: Readonly<Record<string, readonly Line[]>> = {
  "zh-hans": [
    ["password", "password", password, (v) => `密码：${v}`],
    ["password-is", "password", weakPassword, (v) => `数据库的密码是 ${v}，请不要外传`],
    ["password-no-space", "password", base62(12), (v) => `管理员密码为${v}。`],
    ["api-key", "key", key, (v) => `我的API密钥是：${v}`],
    ["token", "token", base62(32), (v) => `访问令牌: ${v}`],
    ["login", "password", password, (v) => `用户名：admin\n口令：${v}`],
    ["table", "password", password, (v) => `| 账号 | 密码 |\n|---|---|\n| root | ${v} |`],
    ["quoted", "key", hex(32), (v) => `请把私钥设置成“${v}”`],
  ],
  "zh-hant": [
    ["password", "password", password, (v) => `密碼：${v}`],
    ["password-is", "password", weakPassword, (v) => `測試環境的密碼是 ${v}`],
    ["api-key", "key", key, (v) => `API 金鑰：${v}`],
    ["token", "token", base62(32), (v) => `存取權杖：${v}`],
    ["config", "password", password, (v) => `# 資料庫密碼\n資料庫密碼=${v}`],
    ["secret", "key", hex(32), (v) => `用戶端密鑰為「${v}」`],
  ],
  ko: [
    ["password", "password", password, (v) => `비밀번호: ${v}`],
    ["password-is", "password", weakPassword, (v) => `스테이징 서버 비밀번호는 ${v} 입니다`],
    ["password-attached", "password", base62(12), (v) => `비밀번호는 ${v}이에요`],
    ["api-key", "key", key, (v) => `제 API 키는 ${v} 입니다.`],
    ["token", "token", base62(32), (v) => `액세스 토큰 = ${v}`],
    ["password-short", "password", weakPassword, (v) => `아이디: admin / 비번: ${v}`],
    ["cipher", "key", hex(32), (v) => `암호화 키: ${v}`],
  ],
  ja: [
    ["password", "password", password, (v) => `パスワード：${v}`],
    ["password-is", "password", weakPassword, (v) => `ステージングのパスワードは ${v} です。`],
    ["password-attached", "password", base62(12), (v) => `パスワードは「${v}」です`],
    ["api-key", "key", key, (v) => `APIキー: ${v}`],
    ["token", "token", base62(32), (v) => `アクセストークンは${v}です`],
    ["secret", "key", hex(32), (v) => `秘密鍵＝${v}`],
    ["passphrase", "password", password, (v) => `暗証番号/パスフレーズ: ${v}`],
  ],
  es: [
    ["password", "password", password, (v) => `Contraseña: ${v}`],
    ["password-is", "password", weakPassword, (v) => `la contraseña de producción es ${v}`],
    ["password-plain", "password", password, (v) => `usuario: admin, contrasena: ${v}`],
    ["key", "key", key, (v) => `Mi clave de API es ${v}`],
    ["key-short", "password", weakPassword, (v) => `clave=${v}`],
    ["token", "token", base62(32), (v) => `El token de acceso es: ${v}`],
  ],
  fr: [
    ["password", "password", password, (v) => `Mot de passe : ${v}`],
    ["password-is", "password", weakPassword, (v) => `le mot de passe de la base est ${v}.`],
    ["mdp", "password", weakPassword, (v) => `login : admin, mdp : ${v}`],
    ["key", "key", key, (v) => `Ma clé API est ${v}`],
    ["secret", "key", hex(32), (v) => `Clé secrète : « ${v} »`],
    ["token", "token", base62(32), (v) => `Jeton d'accès : ${v}`],
  ],
  de: [
    ["password", "password", password, (v) => `Passwort: ${v}`],
    ["password-is", "password", weakPassword, (v) => `das Passwort für den Testserver lautet ${v}`],
    ["kennwort", "password", password, (v) => `Benutzer: admin\nKennwort: ${v}`],
    ["key", "key", key, (v) => `Mein API-Schlüssel ist ${v}`],
    ["token", "token", base62(32), (v) => `Zugriffstoken: „${v}“`],
    ["code", "password", password, (v) => `const datenbankPasswort = "${v}";`],
  ],
  pt: [
    ["password", "password", password, (v) => `Senha: ${v}`],
    ["password-is", "password", weakPassword, (v) => `a senha do banco de dados é ${v}`],
    ["palavra-passe", "password", password, (v) => `palavra-passe: ${v}`],
    ["key", "key", key, (v) => `Minha chave de API é ${v}`],
    ["token", "token", base62(32), (v) => `token de acesso = ${v}`],
    ["env", "password", weakPassword, (v) => `SENHA_DO_BANCO=${v}`],
  ],
  ru: [
    ["password", "password", password, (v) => `Пароль: ${v}`],
    ["password-is", "password", weakPassword, (v) => `пароль от базы данных — ${v}`],
    ["login", "password", password, (v) => `логин admin, пароль ${v}`],
    ["key", "key", key, (v) => `Мой ключ API: ${v}`],
    ["token", "token", base62(32), (v) => `токен доступа = ${v}`],
    ["secret", "key", hex(32), (v) => `Секретный ключ: «${v}»`],
  ],
};

export const languages: readonly Template[] = Object.entries(LINES).flatMap(([language, lines]) =>
  lines.map(([id, kind, value, text]) => c(`${language}-${id}`, kind, value, text)),
);
