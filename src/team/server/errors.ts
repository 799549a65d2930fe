/** Translates database errors to messages that say what to do. */
import { PawlError, toMessage } from "../../platform/errors.ts";
import { type Address, toPlace } from "./address.ts";

/** Bun puts the SQLSTATE into `errno`, and a code of its own into `code`. */
interface DatabaseError {
  code?: string;
  errno?: string;
}

export function unreachable(address: Address, reason: string, cause?: unknown): PawlError {
  const place = toPlace(address);
  return new PawlError("team_unreachable", `The team's database ${place} does not answer: ${reason}.`, {
    cause,
    hint: "Nothing is lost: Pawl continues without it and tries again.",
    params: { place, reason },
  });
}

/** SQLSTATE classes of a server that starts, stops, is full, disconnected, or waits for an open transaction. */
const AWAY = /^(?:55P03|57P0[1-5]|08\w{3}|53\w{3}|58\w{3})$/;
const CERTIFICATE = /CERT|TLS|SSL|VERIFY|ISSUER/;
const DROPPED = /CONNECTION|TIMEOUT|ECONN|EPIPE|IDLE|LIFETIME/;

/** Roles created by `pawl team invite`. */
const INVITED = /^pawl_/;

export function toTeamError(error: unknown, address: Address): PawlError {
  if (error instanceof PawlError) return error;
  const { code = "", errno = "" } = Object(error) as DatabaseError;
  const state = String(errno);
  const reason = toMessage(error);
  const [place, { host, user }] = [toPlace(address), address];
  const make = (name: string, message: string, hint: string) =>
    new PawlError(name, message, { cause: error, hint, params: { place, host, user, reason } });
  if (code === "ERR_POSTGRES_TLS_NOT_AVAILABLE")
    return make(
      "team_no_tls",
      `${place} offers no encryption, so nothing was sent to it.`,
      "Switch TLS on at the server (ssl = on). Only on a network that you trust, add ?sslmode=disable to the address.",
    );
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return make(
      "team_certificate_name",
      `The certificate of ${place} is for another name.`,
      `Use the name that it was made for in the address, or have one made for ${host}.`,
    );
  if (CERTIFICATE.test(code))
    return make(
      "team_certificate",
      `The certificate of ${place} was refused: ${reason}.`,
      "Name the file of its authority with ?sslrootcert=FILE in the address.",
    );
  // pg_hba.conf has lines for encrypted connections only.
  if (state === "28000" && /no encryption|SSL off/.test(reason))
    return make(
      "team_wants_tls",
      `${place} takes encrypted connections only.`,
      "Name the server's certificate with ?sslrootcert=FILE in the address, or use ?sslmode=verify-full.",
    );
  // PgBouncer has its own message for an unknown role.
  if (/^28P01$|^28000$/.test(state) || /no such user|(?:password|SASL) authentication/.test(reason)) {
    const message = `${place} refused the login of ${user}: ${reason}.`;
    return INVITED.test(user)
      ? make(
          "team_login",
          message,
          "The invitation was used or has expired, or you were removed. Ask for a new one. Behind PgBouncer, the role has to be in its user list.",
        )
      : make("team_login_owner", message, "Check the user and the password in the address.");
  }
  if (AWAY.test(state) || (state === "" && DROPPED.test(code))) return unreachable(address, reason, error);
  if (state === "42501")
    return make(
      "team_not_allowed",
      `The team's database refused it: ${reason}.`,
      "Ask a maintainer of the team.",
    );
  if (["3F000", "42P01", "42883", "3D000"].includes(state))
    return make(
      "team_missing",
      `There is no team in ${place}: ${reason}.`,
      "Create one with pawl team create postgres://…",
    );
  return make("team_failed", `The team's database reported: ${reason}.`, "Run pawl team doctor.");
}

/** The database's own error code, if any. */
export function stateOf(error: unknown): string | undefined {
  const cause = error instanceof PawlError ? error.cause : error;
  const { errno } = Object(cause) as DatabaseError;
  return errno === undefined ? undefined : String(errno);
}
