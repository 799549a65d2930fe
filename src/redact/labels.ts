/** Names of secrets in the languages that people write to their agents in. */
import type { NameClass } from "./names.ts";

interface ForeignLabel {
  literal: string;
  nameClass: NameClass;
  /** Latin letters: upper and lower case are the same. */
  fold: boolean;
  /** Letters of the label in front of the literal. The search looks for a part that few other words have. */
  lead: string;
  /** What may follow a label of two characters. */
  next?: string;
}

/** Spanish, French, German, Portuguese. Stems: the letters behind them belong to the word. */
const latin: readonly [NameClass, string][] = [
  [
    "password",
    "wlan-schlüssel|wifi-schlüssel|netzwerkschlüssel|contr+aseñ|contr+asenya|mot de passe|mots de passe|palavra-passe|palavra passe|clave de acceso|zugangscode|zugangsdaten|geheimzahl|losungswort|clave|código de acceso|código de acesso|code +d'accès|code +d’accès|phrase secrète|phrase de passe|frase de paso|frase secreta",
  ],
  [
    "secret",
    "clave de api|clave api|clave secreta|clave privada|clave de cifrado|clave de firma|clave maestra|llave|clé|clef|jeton|schlüssel|chave|segredo|secreto|geheimnis|credenciales|credenciais|identifiants",
  ],
];

const russian: readonly [NameClass, string][] = [
  ["password", "парол|Парол|ПАРОЛ|кодовое слово|Кодовое слово|пин-код|Пин-код|ПИН-код|пасворд|пасс:|Пасс:"],
  ["secret", "ключ|Ключ|КЛЮЧ|токен|Токен|ТОКЕН|секрет|Секрет|СЕКРЕТ"],
];

/** Chinese, Japanese and Korean: no blank ends a word, so these stand anywhere. */
const eastern: readonly [NameClass, string][] = [
  [
    "password",
    "密码|密碼|口令|通行码|通行碼|暗号|暗號|パスワード|パスフレーズ|パスコード|暗証番号|合言葉|비밀번호|비번|암호|패스워드|패스프레이즈|패스코드",
  ],
  [
    "secret",
    "密钥|密鑰|秘钥|秘鑰|令牌|私钥|私鑰|金鑰|權杖|权杖|凭证|憑證|凭据|授权码|授權碼|キー|トークン|シークレット|秘密鍵|暗号鍵|署名鍵|認証情報|토큰|API 키|API키|비밀 키|비밀키|시크릿|인증키|인증 키|액세스 키|접근 키|개인 키|개인키|키:|키는|키 :|키=|키 =",
  ],
];

/** Signs, and what these languages put behind a noun. */
const BEHIND =
  " \t\n:：=＝*_`\"'“「『（()|,，。.-—–→#/是为為改已请請设設更换換填用就叫已が は を の に と で も は 는 은 이 가 를 을 에 도 와 로 만 란 화 키";

const labelsOf = (words: readonly [NameClass, string][], fold: boolean): ForeignLabel[] =>
  words.flatMap(([nameClass, list]) =>
    list.split("|").map((written) => {
      const [lead = "", rest] = written.split("+");
      const literal = rest ?? lead;
      const label = { literal, nameClass, fold, lead: rest === undefined ? "" : lead };
      return !fold && literal.length === 2 ? { ...label, next: BEHIND } : label;
    }),
  );

export const foreignLabels: readonly ForeignLabel[] = [
  // The longer name first: "clave de API" is no password.
  ...labelsOf(latin, true).sort((a, b) => b.literal.length - a.literal.length),
  ...labelsOf(russian, false),
  ...labelsOf(eastern, false),
];

/** What a table's head says in one of these languages. */
export const foreignClassOf = (cell: string): NameClass =>
  foreignLabels.find(({ lead, literal, fold }) => (fold ? cell.toLowerCase() : cell).includes(lead + literal))
    ?.nameClass;

/** What joins a name and its value in these languages; also nothing but a blank. */
export const foreignJoin =
  /(?:キー|\*{1,3}|[`"'_]{1,3}|[」』）)])?(?:[ \t]{0,3}(?:от|для|к|de la|de|del|des|du|da|do|im|am|in|für|für die|pour|para|of|for|の)[ \t][^\s:：=＝]{1,30}(?:[ \t][^\s:：=＝]{1,30}){0,3}?)?(?:[ \t\u00a0\u202f]{0,4}(?:=>|->|→|：|＝|[:=—–])[ \t\u3000]{0,4}|[ \t]{0,3}(?:是|为|為|は|が|는|은|이|가)[:：]?[ \t]{0,4}|[ \t]{1,4}(?:es|est|ist|lautet|é|это|is)[:：]?[ \t]{1,4}|[ \t]{1,4})(?:\*{1,3}[ \t]{0,2})?/y;

/** What follows a value without a blank. */
export const foreignEnd =
  /^(?:です|でした|である|입니다|이다|예요|이에요|になります|とする|로|으로|이며|인데|に|を|と)/;
