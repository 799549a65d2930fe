import { entropyOf, isReadable, looksRandom } from "./entropy.ts";
import type { NameClass } from "./names.ts";
import { isPlaceholder } from "./placeholder.ts";

/** How sure the text is that the value is a value: code may name a variable there, an env file cannot. */
export type Written = "bare" | "quoted" | "literal";

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const codeLike = /[(){}[\]<>]|=>|::|\?\.|\|\|/;
const pathLike =
  /^(?:[.~]{0,2}\/|[A-Za-z]:\\|https?:|file:|[a-z][a-z0-9_-]*\/[a-z0-9_./-]*$)|\.(?:ts|js|py|json|ya?ml|pem|txt|md|go|rs|sh|tsx|env)$/;
const versionLike = /^v?\d+(?:[.\-:TZ/ ]\d*)*$/;

/** Whether a value under a name of that class is worth hiding. */
export function isSecretValue(value: string, name: NameClass, written: Written): boolean {
  if (value.length < 4 || /\s/.test(value) || isPlaceholder(value)) return false;
  switch (name) {
    case "password":
      return isPassword(value, written);
    case "secret":
      if (uuid.test(value)) return true;
      if (pathLike.test(value)) return false;
      return (
        isLiteral(value, written) && (looksRandom(value, 10) || (written === "literal" && isMixed(value, 8)))
      );
    case "token":
      if (pathLike.test(value)) return false;
      if (uuid.test(value)) return written === "literal";
      return isLiteral(value, written) && looksRandom(value);
    case "key":
      return written !== "bare" && !uuid.test(value) && !pathLike.test(value) && isDense(value);
    default:
      return false;
  }
}

function isPassword(value: string, written: Written): boolean {
  if (written === "bare")
    return value.length >= 6 && isLiteral(value, written) && isMixed(value, 6) && !isReadable(value);
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

/** A name that ends in "key" alone says little: the value has to speak for itself. */
function isDense(value: string): boolean {
  if (value.length < 24 || !/^[\w+/=.~-]+$/.test(value)) return false;
  if (!looksRandom(value)) return false;
  return /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value) && entropyOf(value) >= 3.8;
}
