/** Which program has a port, as `pawl doctor` and the error for a taken port name it. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { portOwner } from "./port-owner.ts";

/** As this process was started. */
const OWN_NAME = basename(process.argv0);
const isLinux = process.platform === "linux";
let dir: string;
const path = process.env.PATH;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-owner-"));
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(dir, { recursive: true, force: true });
});

const listen = (hostname: string, port = 0) =>
  Bun.listen({ hostname, port, socket: { data: () => undefined } });

test.if(isLinux).each(["127.0.0.1", "::1"])("the process that listens on %s is known by its port", (host) => {
  using server = closing(listen(host));
  expect(portOwner(server.port)).toEqual({ pid: process.pid, name: OWN_NAME });
});

test.if(isLinux)("a port below 4096 is written with four digits in the system's table", () => {
  for (let port = 2000; port < 4000; port++) {
    try {
      using server = closing(listen("127.0.0.1", port));
      expect(portOwner(server.port)).toEqual({ pid: process.pid, name: OWN_NAME });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== "EADDRINUSE") throw error;
    }
  }
});

test.if(isLinux)("a port that is only connected to, or was let go, has no owner", async () => {
  const server = listen("127.0.0.1");
  const client = await Bun.connect({
    hostname: "127.0.0.1",
    port: server.port,
    socket: { data: () => undefined },
  });
  expect(portOwner(client.localPort)).toBeUndefined();
  client.end();
  server.stop(true);
  expect(portOwner(server.port)).toBeUndefined();
});

test.if(isLinux)("a program that another process runs is named by its file", async () => {
  const code = `const s = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } }); console.log(s.port)`;
  await using child = Bun.spawn([process.execPath, "-e", code], {
    stdout: "pipe",
    argv0: "/opt/some/server",
  });
  const { value } = await child.stdout.getReader().read();
  expect(portOwner(Number(Buffer.from(value ?? []).toString()))).toEqual({ pid: child.pid, name: "server" });
});

test.if(isLinux)("where there is no such table, lsof tells; without it nobody knows", () => {
  const print = (text: string) => {
    writeFileSync(
      join(dir, "lsof"),
      `#!/bin/sh\n[ "$*" = "-nP -iTCP:8080 -sTCP:LISTEN -Fpc" ] && printf '${text}'\n`,
    );
    chmodSync(join(dir, "lsof"), 0o700);
  };
  process.env.PATH = dir;
  expect(portOwner(8080, "darwin")).toBeUndefined();
  process.env.PATH = [dir, path].join(delimiter);
  print("p4711\\nf7\\ncnginx worker\\n");
  expect(portOwner(8080, "darwin")).toEqual({ pid: 4711, name: "nginx worker" });
  print("p12\\n");
  expect(portOwner(8080, "darwin")).toEqual({ pid: 12, name: "unknown" });
  expect(portOwner(8081, "darwin")).toBeUndefined();
});

function closing(server: Bun.TCPSocketListener) {
  return { port: server.port, [Symbol.dispose]: () => server.stop(true) };
}
