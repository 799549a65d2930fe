import { entropyOf, isReadable, looksRandom } from "./entropy.ts";
import type { NameClass } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";

/** How sure the text is that the value is a value: code may name a variable there, an env file cannot. */
export type Written = "bare" | "quoted" | "literal" | "query";

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const codeLike = /[(){}[\]<>]|=>|::|\?\.|\|\|/;
const pathLike =
  /^(?:[.~]{1,2}\/|\/[a-z]{2,}[/.]|[A-Za-z]:\\|https?:|file:|[a-z][a-z0-9_-]*\/[a-z0-9_./-]*$)|\.(?:ts|js|py|json|ya?ml|pem|txt|md|go|rs|sh|tsx|env)$/;
/** Code passes these beside passwords. */
const algorithm =
  /^(?:base\d+|sha\d+|argon2\w*|pbkdf2|scrypt\d*|latin1|utf-?\d+|aes\d*|rsa\d*|hs\d+|rs\d+)$/i;
const versionLike = /^v?\d+(?:[.\-:TZ/ ]\d*)*$/;

/** Whether a value under a name of that class is worth hiding. */
export function isSecretValue(value: string, name: NameClass, written: Written): boolean {
  if (written === "query" && name !== "signature") return isSecretValue(value, name, "literal");
  if (value.length < 4 || /\s/.test(value) || isPlaceholder(value)) return false;
  switch (name) {
    case "password":
      return isPassword(value, written);
    case "secret":
      if (uuid.test(value)) return true;
      if (pathLike.test(value)) return false;
      return (
        isLiteral(value, written) &&
        (looksRandom(value, 10) || (written === "literal" && (isMixed(value, 8) || isPhrase(value))))
      );
    case "token":
      if (pathLike.test(value)) return false;
      if (uuid.test(value)) return written === "literal";
      return isLiteral(value, written) && looksRandom(value);
    case "key":
      return written !== "bare" && !uuid.test(value) && !pathLike.test(value) && isDense(value);
    case "signature":
      return written === "query" && value.length >= 20 && looksRandom(value);
    default:
      return false;
  }
}

function isPassword(value: string, written: Written): boolean {
  if (written === "bare") return isLiteral(value, written) && isMixed(value, 6) && !algorithm.test(value);
  if (codeLike.test(value) && written === "quoted" && isReadable(value)) return false;
  if (written === "literal") return value.length >= 6;
  return value.length >= 6 && (isMixed(value, 6) || looksRandom(value));
}

/** Letters with digits or signs: what people are made to choose. */
function isMixed(value: string, minLength: number): boolean {
  if (value.length < minLength || !/[A-Za-z]/.test(value)) return false;
  return /\d/.test(value) || /[!@#%^&*+=~?]/.test(value);
}

function isLiteral(value: string, written: Written): boolean {
  if (written === "literal") return true;
  if (versionLike.test(value)) return false;
  if (written === "quoted") return !codeLike.test(value);
  return (
    !codeLike.test(value) &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !/^[A-Za-z_$][\w$]*\.[A-Za-z_$]/.test(value)
  );
}

/** Words as a secret: believed where the text can only hold a value, unless they describe what belongs there. */
const isPhrase = (value: string) =>
  value.length >= 16 && !/(?:key|token|secret|password|value|here|id|name|file)$/i.test(value);

/** A name that ends in "key" alone says little: the value has to speak for itself. */
function isDense(value: string): boolean {
  if (value.length < 24 || !/^[\w+/=.~-]+$/.test(value)) return false;
  if (!looksRandom(value)) return false;
  return /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value) && entropyOf(value) >= 3.8;
}
