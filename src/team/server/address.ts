/** Where a team's database is: `postgres://user:password@host:port/database?sslmode=…&sslrootcert=…`. */
import { PawlError } from "../../platform/errors.ts";

export interface Address {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  /** Default: see `sslModeOf`. */
  sslmode?: string;
  /** A file with the certificate that the server's is checked against. */
  sslrootcert?: string;
  /** The same certificate itself. */
  ca?: string;
}

/** `prefer` never falls back to an unencrypted connection: it is the same as `require`. */
const SSL_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"];

export function parseAddress(url: string): Address {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch (cause) {
    throw invalid(cause);
  }
  const database = decodeURIComponent(parsed.pathname.slice(1));
  if (!/^postgres(?:ql)?:$/.test(parsed.protocol) || parsed.username === "" || database === "")
    throw invalid();
  const option = (name: string) => parsed.searchParams.get(name) ?? undefined;
  // A socket's folder has no place in a URL's host.
  const host = option("host") ?? decodeURIComponent(parsed.hostname).replace(/^\[(.*)\]$/, "$1");
  if (host === "") throw invalid();
  const [sslmode, sslrootcert] = [option("sslmode"), option("sslrootcert")];
  if (sslmode !== undefined && !SSL_MODES.includes(sslmode)) {
    throw new PawlError("team_sslmode", `sslmode=${sslmode} is unknown.`, {
      hint: `Use one of: ${SSL_MODES.join(", ")}.`,
      params: { mode: sslmode, known: SSL_MODES.join(", ") },
    });
  }
  return {
    host,
    port: Number(parsed.port === "" ? 5432 : parsed.port),
    database,
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    ...(sslmode === undefined ? {} : { sslmode }),
    ...(sslrootcert === undefined ? {} : { sslrootcert }),
  };
}

function invalid(cause?: unknown): PawlError {
  return new PawlError("team_address", "This is no address of a PostgreSQL database.", {
    cause,
    hint: "It looks like postgres://user:password@host:5432/database.",
  });
}

/** With the certificate instead of its file: the file may move, and every member needs it. */
export async function takeAuthority({ sslrootcert: file, ...address }: Address): Promise<Address> {
  if (file === undefined) return address;
  try {
    return { ...address, ca: await Bun.file(file).text() };
  } catch (cause) {
    throw new PawlError("team_authority", `${file} cannot be read.`, {
      cause,
      hint: "sslrootcert names the file with the certificate of the server's authority.",
      params: { file },
    });
  }
}

export const isSocket = ({ host }: Address): boolean => host.startsWith("/");

export function isLocal(address: Address): boolean {
  return isSocket(address) || /^(?:localhost|127\.[\d.]+|::1)$/.test(address.host);
}

/** A named certificate means encryption everywhere; without one, traffic within one machine needs none. */
export function sslModeOf({ sslmode, sslrootcert, ca, ...address }: Address): string {
  if (sslmode !== undefined) return sslmode;
  return isLocal(address) && sslrootcert === undefined && ca === undefined ? "disable" : "verify-full";
}

/** Without user and password: for people to read. */
export function toPlace({ host, port, database }: Address): string {
  return `${host}:${port}/${database}`;
}
