/** A password in a URL, before the host. */
import { isStrong } from "./judge.ts";
import { isPlaceholder } from "./placeholder.ts";
import { looksRandom } from "./randomness.ts";
import type { Anchor } from "./scan.ts";

/** user:password@host. A password may contain an unescaped `@` and, in a database URL, `/`. */
const userinfo = /([^\s:@/?#"'`<>\\]{0,128}):([^\s/?#"'`<>\\]{1,256})@(?=[\w[$.{-])/y;
const databaseUserinfo =
  /([^\s:@/?#"'`<>\\]{0,128}):([^\s?,"`<>\\]{1,256})@(?=[\w[][\w.:[\]-]*(?:[/?,\s"'`]|$))/y;
/** Matches a password that contains `?` or `#`. `host:80?to=a@b` is not one. */
const signedUserinfo =
  /([^\s:@/?#"'`<>\\]{1,128}):(?!\d{1,5}[?#])([^\s/"'`<>\\=&@]{1,128})@(?=[\w[][\w.-]*(?:[:/\s"'`;]|$))/y;
/** An address as the user: `smtps://jo@mail.example:…@host`. */
const mailUserinfo = /([\w.+-]{1,64}@[\w.-]{1,80}):([^\s/?#"'`<>\\@:]{4,256})@(?=[\w[])/y;
const lonely = /([\w.~%!+-]{14,256})@(?=[\w-]+[.:/])/y;
const database =
  /(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|cockroachdb)(?:\+\w{2,12})?$/i;

/** Common default passwords on a developer's own machine, which reveal nothing. */
const defaults = new Set(
  "password pass passwd pwd postgres mysql root admin user username test guest secret redis mongo rabbitmq minio".split(
    " ",
  ),
);

/** As written, as in JSON, and without its colon: `postgres//app:…@db`. */
export const urlAnchors: Anchor[] = ["://", ":\\/\\/", "es//", "ql//", "is//", "db//"].map((literal) => ({
  literal,
  find(text, at) {
    const from = at + literal.length;
    const hasColon = literal.startsWith(":");
    const scheme = text.slice(Math.max(0, at - 24), hasColon ? at : from - 2);
    if (!hasColon && !database.test(scheme)) return undefined;
    for (const pattern of database.test(scheme)
      ? [databaseUserinfo, signedUserinfo]
      : [mailUserinfo, userinfo, signedUserinfo]) {
      pattern.lastIndex = from;
      const match = pattern.exec(text);
      if (match === null) continue;
      const password = match[2] ?? "";
      if (
        defaults.has(password.toLowerCase()) ||
        isPlaceholder(password) ||
        /^\{.*\}$|^%(?:[sdv]|\(|\w+%$)/.test(password)
      )
        return undefined;
      // Documentation's own words.
      if (/^(?:xyz|abc|key_\d{1,4}|s3cr3t)$/i.test(password) && !database.test(scheme)) return undefined;
      if (/^\d{1,5}$/.test(password) && !database.test(scheme)) return undefined;
      const end = from + match[0].length - 1;
      return { kind: "url-password", start: end - password.length, end };
    }
    lonely.lastIndex = from;
    const user = lonely.exec(text)?.[1];
    if (
      user === undefined ||
      !(looksRandom(user) || (user.length < 20 && !/[.%]/.test(user.slice(0, -6)) && isStrong(user)))
    )
      return undefined;
    return { kind: "url-password", start: from, end: from + user.length };
  },
}));
