/** Files of the client's own memory, over HTTP. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTestApp } from "../test-app.ts";

let app: Awaited<ReturnType<typeof openTestApp>>;
let file: string;
const TEXT = "---\nname: crm\ndescription: Customers\n---\nThe list is in crm/.\n";
beforeEach(async () => {
  app = await openTestApp();
  const folder = join(app.dir, "claude", "projects", app.dir.replace(/[^a-zA-Z0-9]/g, "-"), "memory");
  mkdirSync(folder, { recursive: true });
  file = join(folder, "crm.md");
  writeFileSync(file, TEXT);
  await app.service.clientFiles.scan(app.dir);
});
afterEach(() => app[Symbol.asyncDispose]());

const where = () => new URLSearchParams({ uri: "client://crm", project: app.dir });
async function read(path: string, init: RequestInit = {}) {
  const response = await app.request(path, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const change = (fields: object) =>
  read("/api/memories", {
    method: "PATCH",
    body: JSON.stringify({ uri: "client://crm", project: app.dir, ...fields }),
  });

test("one comes with its file as it is, and with what is wrong with it", async () => {
  const { status, body } = await read(`/api/memories/one?${where()}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ raw: { text: TEXT, path: file }, problems: [] });
  mkdirSync(join(app.dir, "src"));
  writeFileSync(file, TEXT.replace("crm/.", "`src/gone.ts`."));
  await app.service.clientFiles.scan(app.dir);
  expect((await read(`/api/memories/one?${where()}`)).body.problems).toMatchObject([
    { kind: "file", name: "src/gone.ts" },
  ]);
  const none = new URLSearchParams({ uri: "client://none", project: app.dir });
  expect((await read(`/api/memories/one?${none}`)).status).toBe(404);
});

test("a file that is gone leaves Pawl's copy", async () => {
  rmSync(file);
  const { status, body } = await read(`/api/memories/one?${where()}`);
  expect(status).toBe(200);
  expect(body).not.toHaveProperty("raw");
});

test("the text, the description or the whole file is changed, and nothing else", async () => {
  expect((await change({ content: "Moved." })).body).toMatchObject({ file: { path: file } });
  expect(readFileSync(file, "utf8")).toBe("---\nname: crm\ndescription: Customers\n---\n\nMoved.\n");
  await change({ disclosure: "Who buys" });
  expect(readFileSync(file, "utf8")).toBe("---\nname: crm\ndescription: Who buys\n---\n\nMoved.\n");
  await change({ raw: "All new.\n" });
  expect(readFileSync(file, "utf8")).toBe("All new.\n");
});

test("a file that changed since it was read is not written over", async () => {
  const { body } = await read(`/api/memories/one?${where()}`);
  const { hash } = body.raw as { hash: string };
  writeFileSync(file, `${TEXT}More.\n`);
  expect((await change({ content: "Lost.", hash })).status).toBe(409);
  expect(readFileSync(file, "utf8")).toBe(`${TEXT}More.\n`);
});

test("it is renamed and deleted with its file", async () => {
  await change({ renameTo: "customers" });
  expect([existsSync(file), existsSync(file.replace("crm.md", "customers.md"))]).toEqual([false, true]);
  const uri = new URLSearchParams({ uri: "client://customers", project: app.dir });
  expect((await read(`/api/memories?${uri}`, { method: "DELETE" })).body).toEqual({
    uri: "client://customers",
  });
  expect(existsSync(file.replace("crm.md", "customers.md"))).toBe(false);
});

test("the list of a project has it beside Pawl's own", async () => {
  await app.post("/api/memories", { content: "Own.", uri: "project://own", project: app.dir });
  const { body } = await read(`/api/memories?project=${encodeURIComponent(app.dir)}`);
  expect((body.memories as { uri: string }[]).map(({ uri }) => uri).sort()).toEqual([
    "client://crm",
    "project://own",
  ]);
});
