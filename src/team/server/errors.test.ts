import { expect, test } from "bun:test";
import { PawlError } from "../../platform/errors.ts";
import type { Address } from "./address.ts";
import { stateOf, toTeamError, unreachable } from "./errors.ts";

const ADDRESS: Address = { host: "db", port: 5432, database: "shop", user: "ann", password: "" };
const PLACE = "db:5432/shop";
const failure = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);
const told = (error: unknown) => {
  const { code, message, hint, params, cause } = toTeamError(error, ADDRESS);
  return { code, message, hint, params, isCause: cause === error };
};
const codeOf = (fields: object, message = "m") => toTeamError(failure(message, fields), ADDRESS).code;

test("an error that says what to do already is passed on as it is", () => {
  const own = new PawlError("team_busy", "Busy.");
  expect(toTeamError(own, ADDRESS)).toBe(own);
});

test("each kind of error says what happened, where, and what to do", () => {
  expect(told(failure("none", { code: "ERR_POSTGRES_TLS_NOT_AVAILABLE" }))).toMatchObject({
    code: "team_no_tls",
    message: "db:5432/shop offers no encryption, so nothing was sent to it.",
    hint: "Switch TLS on at the server (ssl = on). Only on a network that you trust, add ?sslmode=disable to the address.",
    params: { place: PLACE },
    isCause: true,
  });
  expect(told(failure("name", { code: "ERR_TLS_CERT_ALTNAME_INVALID" }))).toMatchObject({
    code: "team_certificate_name",
    message: "The certificate of db:5432/shop is for another name.",
    hint: "Use the name that it was made for in the address, or have one made for db.",
    params: { place: PLACE, host: "db" },
    isCause: true,
  });
  expect(told(failure("self-signed", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }))).toMatchObject({
    code: "team_certificate",
    message: "The certificate of db:5432/shop was refused: self-signed.",
    hint: "Name the file of its authority with ?sslrootcert=FILE in the address.",
    params: { place: PLACE, reason: "self-signed" },
    isCause: true,
  });
  const wrong = failure("wrong", { errno: "28P01" });
  expect(told(wrong)).toMatchObject({
    code: "team_login_owner",
    message: "db:5432/shop refused the login of ann: wrong.",
    hint: "Check the user and the password in the address.",
    params: { place: PLACE, user: "ann", reason: "wrong" },
    isCause: true,
  });
  expect(toTeamError(wrong, { ...ADDRESS, user: "pawl_mia_1234" })).toMatchObject({
    code: "team_login",
    hint: "The invitation was used or has expired, or you were removed. Ask for a new one. Behind PgBouncer, the role has to be in its user list.",
  });
  const open = 'no pg_hba.conf entry for host "::1", user "ann", database "shop", no encryption';
  expect(told(failure(open, { errno: "28000" }))).toMatchObject({
    code: "team_wants_tls",
    message: "db:5432/shop takes encrypted connections only.",
  });
  expect(told(failure("starting", { errno: "57P03" }))).toMatchObject({
    code: "team_unreachable",
    message: "The team's database db:5432/shop does not answer: starting.",
    hint: "Nothing is lost: Pawl continues without it and tries again.",
    params: { place: PLACE, reason: "starting" },
    isCause: true,
  });
  expect(told(failure("denied", { errno: "42501" }))).toMatchObject({
    code: "team_not_allowed",
    message: "The team's database refused it: denied.",
    hint: "Ask a maintainer of the team.",
    params: { reason: "denied" },
    isCause: true,
  });
  expect(told(failure("no schema", { errno: "3F000" }))).toMatchObject({
    code: "team_missing",
    message: "There is no team in db:5432/shop: no schema.",
    hint: "Create one with pawl team create postgres://…",
    params: { place: PLACE, reason: "no schema" },
    isCause: true,
  });
  expect(told(failure("odd", { errno: "XX000" }))).toMatchObject({
    code: "team_failed",
    message: "The team's database reported: odd.",
    hint: "Run pawl team doctor.",
    params: { reason: "odd" },
    isCause: true,
  });
  expect(told("only text")).toMatchObject({
    code: "team_failed",
    message: "The team's database reported: only text.",
    hint: "Run pawl team doctor.",
    params: { reason: "only text" },
    isCause: true,
  });
});

test("a refused login is known by its number, and by PgBouncer's words", () => {
  expect(codeOf({ errno: "28000" })).toBe("team_login_owner");
  for (const message of ["no such user", "password authentication failed", "SASL authentication failed"])
    expect(codeOf({}, message)).toBe("team_login_owner");
});

test("a server that starts, stops, is full or was cut off is away; other errors of the line only without a number", () => {
  for (const errno of ["57P01", "57P05", "08006", "53300", "58030"])
    expect(codeOf({ errno })).toBe("team_unreachable");
  expect(["57P00", "57P06", "0800"].map((errno) => codeOf({ errno }))).toEqual(Array(3).fill("team_failed"));
  for (const code of ["ERR_POSTGRES_CONNECTION_CLOSED", "ECONNREFUSED", "EPIPE", "ERR_POSTGRES_IDLE_TIMEOUT"])
    expect(codeOf({ code })).toBe("team_unreachable");
  expect(codeOf({ code: "ERR_POSTGRES_CONNECTION_CLOSED", errno: "XX000" })).toBe("team_failed");
  expect(codeOf({ code: "ERR_OTHER" })).toBe("team_failed");
});

test("a missing schema, table, function or database is a missing team", () => {
  expect(["3F000", "42P01", "42883", "3D000"].map((errno) => codeOf({ errno }))).toEqual(
    Array(4).fill("team_missing"),
  );
});

test("the database's own code of an error is found, or there is none", () => {
  const denied = failure("denied", { errno: "42501" });
  expect([stateOf(denied), stateOf(toTeamError(denied, ADDRESS)), stateOf(failure("plain"))]).toEqual([
    "42501",
    "42501",
    undefined,
  ]);
  expect(stateOf(unreachable(ADDRESS, "silence"))).toBeUndefined();
});
