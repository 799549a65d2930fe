/** Which program has a port, as `pawl doctor` and the error for a taken port name it. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { portOwner } from "./port-owner.ts";

const isLinux = process.platform === "linux" && Bun.which("ss") !== null;
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
  expect(portOwner(server.port)).toEqual({ pid: process.pid, name: expect.any(String) });
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

test.if(isLinux)("elsewhere lsof tells; without it the owner is unknown", () => {
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
