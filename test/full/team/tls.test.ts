/** Encryption on the way to the server, with a certificate that nobody knows. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTeam } from "../../../src/team/create.ts";
import { parseInvitation } from "../../../src/team/join-string.ts";
import { parseAddress } from "../../../src/team/server/address.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../../postgres.ts";
import { founder, inviteTo, member } from "../../team/team-home.ts";

const NEW_KEY = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";

/** An authority of one's own, and a certificate for `localhost` only. */
function makeCertificates(dir: string): void {
  const run = (command: string) => {
    const { exitCode, stderr } = Bun.spawnSync(["sh", "-c", command], { cwd: dir });
    if (exitCode !== 0) throw new Error(stderr.toString());
  };
  const authority = "-subj '/CN=Own authority' -addext basicConstraints=critical,CA:TRUE";
  run(`openssl req -x509 ${NEW_KEY} -days 30 ${authority} -keyout ca.key -out ca.crt`);
  run(`openssl req ${NEW_KEY} -subj /CN=localhost -keyout server.key -out server.csr`);
  run("echo subjectAltName=DNS:localhost > names");
  run(
    "openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -extfile names -out server.crt",
  );
}

const isMissing = hasNoPostgres() || Bun.which("openssl") === null;

describe.skipIf(isMissing)("a server with TLS", () => {
  let dir: string;
  let server: Postgres;
  const url = (host: string, options: string) =>
    `postgres://owner:owner@${host}:${server.port}/team?${options}`;
  const create = async (address: string) =>
    createTeam(parseAddress(address), { name: "Ann", isEncrypted: false });

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "pawl-tls-"));
    makeCertificates(dir);
    const text = (name: string) => readFileSync(join(dir, name), "utf8");
    const files = { "server.key": text("server.key"), "server.crt": text("server.crt") };
    server = await startPostgres(["ssl=on"], { files });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true });
  });

  test("a certificate of an unknown authority is refused, and the hint names the option", async () => {
    const refused = create(url("localhost", "sslmode=verify-full"));
    expect(await refused.catch((error: unknown) => error)).toMatchObject({
      code: "team_certificate",
      hint: expect.stringContaining("sslrootcert=FILE"),
    });
  });

  test("a certificate for another name is refused in one sentence, also without sslmode for a host elsewhere", async () => {
    const authority = `sslrootcert=${join(dir, "ca.crt")}`;
    for (const [host, options] of [
      ["127.0.0.1", `sslmode=verify-full&${authority}`],
      ["127.0.0.1", `sslmode=verify-ca&${authority}`],
      // This machine, under a name that does not say so.
      ["0.0.0.0", authority],
    ] as const) {
      const error = await create(url(host, options)).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: "team_certificate_name",
        message: `The certificate of ${host}:${server.port}/team is for another name.`,
      });
    }
  });

  test("an authority's file that is not there, and an unknown sslmode, are said before anything is sent", async () => {
    const missing = create(url("localhost", `sslmode=verify-full&sslrootcert=${join(dir, "none.crt")}`));
    expect(await missing.catch((error: unknown) => error)).toMatchObject({ code: "team_authority" });
    expect(() => parseAddress(url("localhost", "sslmode=allow"))).toThrow("sslmode=allow is unknown");
  });

  test("create, invite, join and synchronise: members get the authority with the invitation", async () => {
    const address = url("localhost", `sslmode=verify-full&sslrootcert=${join(dir, "ca.crt")}`);
    await using ann = await founder(address);
    await ann.share();
    await ann.remember("project://rules/tls", "Encrypted on its way.");
    await ann.sync();
    expect(parseInvitation((await inviteTo(ann, "Zoe")).join).ca).toBe(
      readFileSync(join(dir, "ca.crt"), "utf8"),
    );
    // From here on nobody needs the file.
    rmSync(join(dir, "ca.crt"));
    await using mia = await member(ann, "Mia");
    await mia.share();
    await mia.sync();
    expect(await mia.contents()).toEqual(["Encrypted on its way."]);
    const [row] = await mia.team.connection.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()");
    expect(row).toEqual({ ssl: true });
  });
});

describe("a server without TLS that asks for the password itself", () => {
  /** Says no to TLS, and then that it wants the password in clear. Keeps what it was sent. */
  async function startThief(): Promise<AsyncDisposable & { port: number; sent(): Buffer }> {
    const sent: Buffer[] = [];
    const server = createServer((line) => {
      line.on("error", () => undefined);
      line.on("data", (chunk: Buffer) => {
        sent.push(chunk);
        // A request for TLS has eight bytes, and is the only message of that length without a letter.
        line.write(chunk.length === 8 ? "N" : Buffer.from("R\0\0\0\x08\0\0\0\x03", "latin1"));
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()));
    const address = server.address();
    return {
      port: typeof address === "object" && address !== null ? address.port : 0,
      sent: () => Buffer.concat(sent),
      async [Symbol.asyncDispose]() {
        server.close();
      },
    };
  }

  test.each(["", "?sslmode=verify-full", "?sslmode=verify-ca", "?sslmode=require", "?sslmode=prefer"])(
    "gets neither the password nor the user's name with %p",
    async (options) => {
      await using thief = await startThief();
      const address = parseAddress(`postgres://owner:passw0rd@0.0.0.0:${thief.port}/team${options}`);
      const error = await createTeam(address, { name: "Ann", isEncrypted: false }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code: "team_no_tls", hint: expect.stringContaining("sslmode=disable") });
      expect(thief.sent()).toHaveLength(8);
    },
  );

  test("gets it only where the address says so: sslmode=disable", async () => {
    await using thief = await startThief();
    const address = parseAddress(`postgres://owner:passw0rd@0.0.0.0:${thief.port}/team?sslmode=disable`);
    await createTeam(address, { name: "Ann", isEncrypted: false }).catch(() => undefined);
    expect(thief.sent().includes("passw0rd")).toBe(true);
  });
});
