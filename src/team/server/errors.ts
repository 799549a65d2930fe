/** Errors of the database as sentences that say what to do. */
import { PawlError, toMessage } from "../../platform/errors.ts";
import { type Address, toPlace } from "./address.ts";

/** Bun has the SQLSTATE in `errno`, and a code of its own in `code`. */
interface DatabaseError {
  code?: string;
  errno?: string;
}

export function unreachable(address: Address, reason: string, cause?: unknown): PawlError {
  const place = toPlace(address);
  return new PawlError("team_unreachable", `The team's database ${place} does not answer: ${reason}.`, {
    cause,
    hint: "Nothing is lost: Pawl goes on without it and tries again.",
    params: { place, reason },
  });
}

/** SQLSTATE classes of a server that starts, stops, is full or had its connection cut. */
const AWAY = /^(?:57P0[1-5]|08\w{3}|53\w{3}|58\w{3})$/;
const CERTIFICATE = /CERT|TLS|SSL|VERIFY|ISSUER/;
const DROPPED = /CONNECTION|TIMEOUT|ECONN|EPIPE|IDLE|LIFETIME/;

/** Roles that `pawl team invite` makes. */
const INVITED = /^pawl_/;

export function toTeamError(error: unknown, address: Address): PawlError {
  if (error instanceof PawlError) return error;
  const { code = "", errno = "" } = Object(error) as DatabaseError;
  const state = String(errno);
  const message = toMessage(error);
  if (code === "ERR_POSTGRES_TLS_NOT_AVAILABLE") {
    return new PawlError(
      "team_no_tls",
      `${toPlace(address)} offers no encryption, so nothing was sent to it.`,
      {
        cause: error,
        hint: "Switch TLS on at the server (ssl = on). Only on a network that you trust, add ?sslmode=disable to the address.",
        params: { place: toPlace(address) },
      },
    );
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return new PawlError(
      "team_certificate_name",
      `The certificate of ${toPlace(address)} is for another name.`,
      {
        cause: error,
        hint: `Use the name that it was made for in the address, or have one made for ${address.host}.`,
        params: { place: toPlace(address), host: address.host },
      },
    );
  }
  if (CERTIFICATE.test(code)) {
    return new PawlError(
      "team_certificate",
      `The certificate of ${toPlace(address)} was refused: ${message}.`,
      {
        cause: error,
        hint: "Name the file of its authority with ?sslrootcert=FILE in the address.",
        params: { place: toPlace(address), reason: message },
      },
    );
  }
  // pg_hba.conf has lines for encrypted connections only.
  if (state === "28000" && /no encryption|SSL off/.test(message)) {
    return new PawlError("team_wants_tls", `${toPlace(address)} takes encrypted connections only.`, {
      cause: error,
      hint: "Name the server's certificate with ?sslrootcert=FILE in the address, or use ?sslmode=verify-full.",
      params: { place: toPlace(address) },
    });
  }
  // PgBouncer has its own message for an unknown role.
  if (
    state === "28P01" ||
    state === "28000" ||
    /no such user|(?:password|SASL) authentication/.test(message)
  ) {
    const params = { place: toPlace(address), user: address.user, reason: message };
    const sentence = `${params.place} refused the login of ${params.user}: ${message}.`;
    if (INVITED.test(address.user)) {
      return new PawlError("team_login", sentence, {
        cause: error,
        hint: "The invitation was used or has expired, or you were removed. Ask for a new one. Behind PgBouncer, the role has to be in its user list.",
        params,
      });
    }
    return new PawlError("team_login_owner", sentence, {
      cause: error,
      hint: "Check the user and the password in the address.",
      params,
    });
  }
  if (AWAY.test(state) || (state === "" && DROPPED.test(code))) return unreachable(address, message, error);
  if (state === "42501") {
    return new PawlError("team_not_allowed", `The team's database refused it: ${message}.`, {
      cause: error,
      hint: "Ask a maintainer of the team.",
      params: { reason: message },
    });
  }
  if (["3F000", "42P01", "42883", "3D000"].includes(state)) {
    return new PawlError("team_missing", `There is no team in ${toPlace(address)}: ${message}.`, {
      cause: error,
      hint: "Create one with pawl team create postgres://…",
      params: { place: toPlace(address), reason: message },
    });
  }
  return new PawlError("team_failed", `The team's database reported: ${message}.`, {
    cause: error,
    hint: "Run pawl team doctor.",
    params: { reason: message },
  });
}

/** The connection was closed, by the server or by the network. */
export function isCut(error: unknown): boolean {
  const { code } = Object(error instanceof PawlError ? error.cause : error) as DatabaseError;
  return code === "ERR_POSTGRES_CONNECTION_CLOSED";
}

/** The database's own code of an error, where it has one. */
export function stateOf(error: unknown): string | undefined {
  const cause = error instanceof PawlError ? error.cause : error;
  const { errno } = Object(cause) as DatabaseError;
  return errno === undefined ? undefined : String(errno);
}
