/** Names of secrets in the languages that people write to their agents in. */
import type { Sort } from "./judge.ts";

interface Label {
  literal: string;
  sort: Sort;
  /** Latin letters: upper and lower case are the same. */
  fold: boolean;
  /** What may follow a label of two characters. */
  next?: string;
}

/** Spanish, French, German, Portuguese. Stems: the letters behind them belong to the word. */
const LATIN: readonly [Sort, string][] = [
  [
    "password",
    "wlan-schlüssel|wifi-schlüssel|netzwerkschlüssel|contraseñ|contrasenya|mot de passe|mots de passe|palavra-passe|palavra passe|clave de acceso|zugangscode|zugangsdaten|geheimzahl|losungswort|clave|código de acceso|código de acesso|code d'accès|code d’accès|phrase secrète|phrase de passe|frase de paso|frase secreta|wachtwoord|hasło|mật khẩu|kata sandi|şifre|parola",
  ],
  [
    "secret",
    "clave de api|clave api|clave secreta|clave privada|clave de cifrado|clave de firma|clave maestra|llave|clé|clef|jeton|schlüssel|chave|segredo|secreto|geheimnis|credenciales|credenciais|identifiants",
  ],
];
const RUSSIAN: readonly [Sort, string][] = [
  ["password", "парол|Парол|ПАРОЛ|кодовое слово|Кодовое слово|пин-код|Пин-код|ПИН-код|пасворд|пасс:|Пасс:"],
  ["secret", "ключ|Ключ|КЛЮЧ|токен|Токен|ТОКЕН|секрет|Секрет|СЕКРЕТ"],
];
/** Chinese, Japanese and Korean: no blank ends a word, so these stand anywhere. */
const EASTERN: readonly [Sort, string][] = [
  [
    "password",
    "密码|密碼|口令|通行码|通行碼|暗号|暗號|パスワード|パスフレーズ|パスコード|暗証番号|合言葉|비밀번호|비번|암호|패스워드|패스프레이즈|패스코드|암호문구|账密|帳密|通關密語|รหัสผ่าน",
  ],
  [
    "secret",
    "密钥|密鑰|秘钥|秘鑰|令牌|私钥|私鑰|金鑰|權杖|权杖|凭证|憑證|凭据|授权码|授權碼|キー|トークン|シークレット|秘密鍵|暗号鍵|署名鍵|認証情報|토큰|API 키|API키|비밀 키|비밀키|시크릿|인증키|인증 키|액세스 키|접근 키|개인 키|개인키|키:|키는|키 :|키=|키 =",
  ],
];
/** Signs, and what these languages put behind a noun. */
const BEHIND =
  " \t\n:：=＝*_`\"'“「『（()|,，。.-—–→#/是为為改已请請设設更换換修填用就叫がはをのにとでも는은이가를을에도와로만란화키";

const labelsOf = (words: readonly [Sort, string][], fold: boolean): Label[] =>
  words.flatMap(([sort, list]) =>
    list.split("|").map((literal) => ({
      literal,
      sort,
      fold,
      ...(!fold && literal.length === 2 ? { next: BEHIND } : {}),
    })),
  );
export const LABELS: readonly Label[] = [
  // The longer name first: "clave de API" is no password.
  ...labelsOf(LATIN, true).sort((a, b) => b.literal.length - a.literal.length),
  ...labelsOf(RUSSIAN, false),
  ...labelsOf(EASTERN, false),
];

/** What a table's head says in one of these languages. */
export const foreignClassOf = (cell: string): Sort | undefined =>
  LABELS.find(({ literal, fold }) => (fold ? cell.toLowerCase() : cell).includes(literal))?.sort;
