/** The address of a team's database: `postgres://user:password@host:port/database?sslmode=…&sslrootcert=…`. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { PawlError } from "../../platform/errors.ts";

export const addressSchema = z.object({
  host: z.string(),
  port: z.int(),
  database: z.string(),
  user: z.string(),
  password: z.string(),
  /** Default: see `sslModeOf`. */
  sslmode: z.string().exactOptional(),
  /** The certificate for checking the server's. Not its path: the file may move, and every member needs it. */
  ca: z.string().exactOptional(),
});
export type Address = z.output<typeof addressSchema>;

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
  const host = decodeURIComponent(parsed.hostname).replace(/^\[(.*)\]$/, "$1");
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
    ...(sslrootcert === undefined ? {} : { ca: readAuthority(sslrootcert) }),
  };
}

function invalid(cause?: unknown): PawlError {
  return new PawlError("team_address", "This is no address of a PostgreSQL database.", {
    cause,
    hint: "It looks like postgres://user:password@host:5432/database.",
  });
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new PawlError("team_authority", `${file} cannot be read.`, {
      cause,
      hint: "sslrootcert names the file with the certificate of the server's authority.",
      params: { file },
    });
  }
}

export const isLocal = ({ host }: Address): boolean => /^(?:localhost|127\.[\d.]+|::1)$/.test(host);

/** A configured certificate means encryption everywhere. Without one, traffic within one machine needs none. */
export function sslModeOf(address: Address): string {
  return address.sslmode ?? (isLocal(address) && address.ca === undefined ? "disable" : "verify-full");
}

/** Without user and password, for display. */
export function toPlace({ host, port, database }: Address): string {
  return `${host}:${port}/${database}`;
}
