/** What a name promises about its value, by the words that it is made of. */
import type { Sort } from "./judge.ts";
import labels from "./labels.json" with { type: "json" };

/** Headers and signatures have values of their own form. */
export type NameClass = Sort | "signature" | "authorization" | "cookie" | undefined;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Last words, in all languages that write names of code with them, and as fingers write them. */
const passwords = setOf(
  "password passwd passphrase pwd passwort pgpassword mypwd userpassword dbpassword dbpass smtppass sshpass storepass keypass requirepass masterauth bindpw rootpw passcode passwords kennwort senha contrasena contraseña mdp motdepasse wachtwoord psk pass pw passwrod passowrd pasword passwrd passwod passsword pssword",
);
const secrets = setOf(
  "secret apikey apisecret secretkey clientsecret appsecret accesskey privatekey credential credentials creds authkey accountkey sharedaccesskey signingkey encryptionkey masterkey webhooksecret jwtsecret presharedkey secretstring securestring servicekey authenticationkey authtoken accesstoken refreshtoken apitoken bearertoken bottoken sessiontoken idtoken encrypt secretid hashkey appkey",
);
const tokens = setOf("token tokens jwt bearer pat auth authtok macaroon verifier seed community");
/** Whose token or key it is; then it names a credential whatever its form. "token" alone may count words. */
const tokenOwners = setOf(
  "auth access refresh api bearer bot personal deploy session service secret vault id security admin user app",
);
const keyOwners = setOf(
  "validation decrypt encrypt shared api secret access private encryption signing auth account master license service deploy client subscription app application role admin server crypto hmac jwt write read ingest integration storage functions security webhook preshared unseal recovery backup consumer product activation decryption session routing",
);
/** Names that begin with what they hold: `TOKEN_GITHUB`, `SENHA_DO_BANCO`. */
const firstPasswords = setOf("password passwd pwd passwort kennwort senha contrasena mdp motdepasse");
const firstSecrets = setOf("secret token apikey jeton chave clave cle");
const owners = setOf(
  "db database postgres pg mysql mariadb redis mongo mongodb github gitlab npm aws gcp azure stripe smtp mail email admin root user slack openai jwt ftp sftp ssh ldap wifi app api service server prod staging rabbitmq kafka elastic bd banco usuario utilisateur base datenbank do da de del du la el",
);
/** `show_password`, `has_pass`: whether, not which. */
const flags = setOf(
  "hint label title field input confirm prompt is has show hide no use need needs require requires forgot reset toggle enable disable allow depth stencil render first second single multi by low high band can",
);
/** Names that end like a secret's but hold none. */
const harmless = setOf(
  "public publishable pub csrf xsrf max min num count total limit next prev page continuation sync eos bos pad cursor unk mask sep cls cache primary foreign sort partition idempotency query translation index row lookup hash hashed dedupe dedup design css theme color syntax lex parse stop start end first last cancel cancellation abort socket",
);
const harmlessInEnv = setOf(
  "public publishable pub csrf xsrf max min num count total limit cache primary idempotency",
);
/** What ends a name without changing what it holds: `PASSWORD_1`, `secret_value`. */
const tails =
  /^(?:\d+|value|b64|base64|prod|production|staging|dev|live|test|old|new|v\d+|plain|plaintext|raw|str|base|data|private)$/;
const compoundPassword = /^(?!oldpwd)[a-z]{2,20}(?:password|passwd|passphrase|passwort|kennwort|pwd)$/;
const compoundSecret = /^(?!lib)[a-z]{2,20}(?:secret|apikey|secretkey|accesskey|privatekey)$/;
const accountKey = /^(?:primary|secondary)_(?:(?:shared|master|readonly|access)_)?key$/;

const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9ñ]+/)
    .filter((word) => word !== "");

/** The same names come again and again; what a name says does not change. */
const classified = new Map<string, NameClass>();
const CLASSIFIED = 10_000;

export function classifyName(name: string): NameClass {
  const known = classified.get(name);
  if (known !== undefined || classified.has(name)) return known;
  const found = toClass(name);
  if (classified.size >= CLASSIFIED) classified.clear();
  classified.set(name, found);
  return found;
}

function toClass(name: string): NameClass {
  const words = wordsOf(name);
  while (words.length > 1 && tails.test(words[words.length - 1] ?? "")) words.pop();
  const last = (words[words.length - 1] ?? "").replace(/\d+$/, "");
  const [first = "", second = ""] = words;
  const before = words[words.length - 2] ?? "";
  if (last === "authorization") return "authorization";
  if (last === "cookie" || last === "cookies") return "cookie";
  // The shell's working directory.
  if (last === "pwd" && (before === "old" || name === "PWD" || name === "OLDPWD")) return undefined;
  if (passwords.has(last) || compoundPassword.test(last)) return flags.has(before) ? undefined : "password";
  // A chain of certificates with its key, as one file in base64.
  if (/^(?:p12|pfx|pkcs12|jks|keystore)$/.test(words[words.length - 1] ?? "")) return "key";
  if (last === "id" && before === "secret") return "secret";
  if (accountKey.test(words.join("_")) && name !== "primary_key") return "key";
  if (words.join("_").endsWith("hash_key")) return "key";
  // `NEXT_ENCRYPTION_KEY` is named after a product; `NEXT_PUBLIC_KEY` and `MAX_TOKEN` say that they hold no secret.
  const isEnv = isEnvName(name) && words.length > 1;
  if (words.some((word) => (isEnv ? harmlessInEnv : harmless).has(word))) return undefined;
  if (owners.has(second) && firstPasswords.has(first)) return "password";
  if (owners.has(second) && firstSecrets.has(first)) return "secret";
  if (secrets.has(last) || compoundSecret.test(last) || (last === "secrets" && words.length > 1))
    return "secret";
  if (last === "auth" && isEnv) return "secret";
  // `DOOR_PIN`, `STRIPE_SK`, `VAPID_PRIVATE`: short words that say enough only in an environment.
  if (isEnv && last === "pin") return "password";
  if (isEnv && (last === "sk" || last === "appid" || wordsOf(name).at(-1) === "private")) return "key";
  if (words[0] === "x" && /^(?:api|key)$/.test(words[1] ?? "")) return "token";
  if (last === "api" && words[0] === "x") return "token";
  if (last === "key") return keyOwners.has(before) ? "secret" : words.length > 1 ? "key" : undefined;
  if (last === "token" && tokenOwners.has(before)) return "secret";
  if (tokens.has(last) || /^[a-z]{3,16}token$/.test(last)) return "token";
  if (last === "salt" && /^[A-Z][A-Z_]+$/.test(name) && words.length > 1) return "key";
  return last === "signature" || last === "sig" ? "signature" : undefined;
}

/** `DB_PASSWORD`, as environments and env files write it. */
export const isEnvName = (name: string) => /^[A-Z][A-Z0-9_]*$/.test(name) && name.length > 2;

/** `pwd` is a folder more often than a password. */
export const isFolderName = (name: string) => /^-*pwd$/i.test(name);

interface Label {
  literal: string;
  sort: Sort;
  /** Latin letters: upper and lower case are the same. */
  fold: boolean;
  /** What may follow a label of two characters. */
  next?: string;
}

/** Chinese, Japanese and Korean put these signs and endings behind a noun. */
const BEHIND =
  " \t\n:：=＝*_`\"'“「『（()|,，。.-—–→#/是为為改已请請设設更换換修填用就叫がはをのにとでも는은이가를을에도와로만란화키";

const labelsOf = (words: Record<string, string>, fold: boolean): Label[] =>
  Object.entries(words).flatMap(([sort, list]) =>
    list.split("|").map((literal) => ({
      literal,
      sort: sort as Sort,
      fold,
      ...(!fold && literal.length === 2 ? { next: BEHIND } : {}),
    })),
  );
/** Spanish, French, German, Portuguese and others by their stems; Russian; and languages without blanks between words. */
export const LABELS: readonly Label[] = [
  // The longer name first: "clave de API" is not a password.
  ...labelsOf(labels.latin, true).sort((a, b) => b.literal.length - a.literal.length),
  ...labelsOf(labels.russian, false),
  ...labelsOf(labels.eastern, false),
];

/** The sort that a table's head names in one of these languages. */
export const foreignClassOf = (cell: string): Sort | undefined =>
  LABELS.find(({ literal, fold }) => (fold ? cell.toLowerCase() : cell).includes(literal))?.sort;
