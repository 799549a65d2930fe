import type { NameClass } from "./names.ts";

/** Names of secrets in the languages that people write to their agents in. Letters that a shell name cannot have. */
const words: readonly [NameClass, string][] = [
  // Spanish, French, German, Portuguese
  [
    "password",
    "seña|SEÑA|mot de passe|Mot de passe|palavra-passe|Palavra-passe|Zugangscode|clave es|clave de acceso|Clave de acceso|Clave:|clave:",
  ],
  [
    "secret",
    "clave de API|Clave de API|clave API|Clave API|clave secreta|Clave secreta|clave privada|clé API|Clé API|clé d'API|Clé d'API|clé secrète|Clé secrète|clé privée|jeton d'accès|jeton|Jeton|API-Schlüssel|geheimer Schlüssel|Geheimer Schlüssel|privater Schlüssel|Zugriffstoken|Zugangstoken|API-Key|chave de API|Chave de API|chave da API|Chave da API|chave secreta|Chave secreta|chave privada|token de acesso|Token de acesso|token de acceso",
  ],
  // Russian
  ["password", "пароль|Пароль|ПАРОЛЬ|пароля|паролем"],
  [
    "secret",
    "ключ API|Ключ API|API-ключ|api-ключ|секретный ключ|Секретный ключ|приватный ключ|токен|Токен|ТОКЕН|ключ доступа|Ключ доступа",
  ],
  // Chinese, Japanese, Korean
  ["password", "密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|패스워드"],
  [
    "secret",
    "密钥|密鑰|令牌|私钥|金鑰|キー|トークン|シークレット|秘密鍵|토큰|API 키|API키|비밀 키|비밀키|시크릿|인증키",
  ],
];

interface ForeignLabel {
  literal: string;
  nameClass: NameClass;
}

export const foreignLabels: readonly ForeignLabel[] = words.flatMap(([nameClass, list]) =>
  list.split("|").map((literal) => ({ literal, nameClass })),
);

/** What joins a name and its value in these languages; also nothing but a blank. */
export const foreignJoin =
  /(?:(?:キー)|\*{1,3}|[`"'_]{1,3}|[」』）)])?(?:[ \t]{0,3}(?:от|для|к|de la|de|du|da|do|für|für die|pour|para|of|for|の)[ \t][^\s:：=]{1,30}(?:[ \t][^\s:：=]{1,30})?)?(?:[ \t]{0,4}(?:=>|->|→|：|[:=—–])[ \t]{0,4}|[ \t]{0,3}(?:是|为|為|は|が|는|은|이|가)[:：]?[ \t]{0,4}|[ \t]{1,4}(?:es|est|ist|lautet|é|это|is)[:：]?[ \t]{1,4}|[ \t]{1,4})(?:\*{1,3}[ \t]{0,2})?/y;

/** What follows a value without a blank. */
export const foreignEnd = /^(?:です|でした|である|입니다|이다|예요|이에요|になります|とする)/;

/** What may follow a label of two characters. */
export const foreignNext = " \t:：=*_`\"'是为為はがの는은이가에(（」』-—–→キ";
