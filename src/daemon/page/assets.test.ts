/** The page's files: found, built when they are old, and an old build before none. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { createAssets } from "./assets.ts";
import { createPageSessions, PAGE_LIFE_MS, pageRoutes } from "./routes.ts";

const NAMES = ["app.js", "app.css", "icon.svg"];
let dir: string;
let errors: unknown[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-assets-"));
  errors = [];
  mkdirSync(join(dir, "viewer", "src"), { recursive: true });
  write("viewer/src/app.tsx", 100);
  builder(
    "for (const name of ['app.js','app.css','icon.svg']) await Bun.write(`${process.argv[2]}/${name}`, 'built');",
  );
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(file: string, seconds: number, text = file): void {
  const path = join(dir, file);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, seconds, seconds);
}
const builder = (code: string) => writeFileSync(join(dir, "viewer", "build.ts"), code);
const assets = () =>
  createAssets({
    viewerDir: join(dir, "viewer"),
    onError: (error) => errors.push(error),
  });
const folder = async () => (await assets().folder())?.slice(dir.length + 1);
const built = (place: string, seconds: number) => {
  for (const name of NAMES) write(`${place}/${name}`, seconds);
};

test("files that are as new as their source are used; one that is missing makes the whole no build", async () => {
  built("viewer/dist", 100);
  builder("process.exit(1)");
  expect(await folder()).toBe("viewer/dist");
  rmSync(join(dir, "viewer", "dist", "icon.svg"));
  expect(await folder()).toBeUndefined();
});

test("a packed page has no source, and is current", async () => {
  rmSync(join(dir, "viewer", "src"), { recursive: true });
  built("viewer/dist", 5);
  expect(await folder()).toBe("viewer/dist");
});

test("older ones are built again, once for many who ask", async () => {
  built("viewer/dist", 99);
  builder(`${readFileSync(join(dir, "viewer", "build.ts"), "utf8")}
    require("node:fs").appendFileSync(${JSON.stringify(join(dir, "runs"))}, "x");`);
  const page = assets();
  const found = await Promise.all([page.folder(), page.folder()]);
  expect(found).toEqual([join(dir, "viewer", "dist"), join(dir, "viewer", "dist")]);
  expect([readFileSync(join(dir, "runs"), "utf8"), errors]).toEqual(["x", []]);
});

test("where nothing can be built, the old one stays", async () => {
  built("viewer/dist", 99);
  builder(`console.error("e".repeat(3000)); process.exit(1);`);
  expect(await folder()).toBe("viewer/dist");
  expect(errors).toEqual(["e".repeat(2000)]);
});

test("each file has its type, parts are scripts, and nothing else is served", async () => {
  built("viewer/dist", 100);
  write("viewer/dist/part-a1.js", 100, "part");
  write("viewer/dist/other.js", 100);
  const app = new Hono().route("/", pageRoutes(createPageSessions(Date.now, "s"), assets()));
  const get = async (path: string) => {
    const answer = await app.request(path);
    return [answer.status, answer.headers.get("content-type"), await answer.text()];
  };
  expect(await get("/app.js")).toEqual([200, "text/javascript; charset=utf-8", "viewer/dist/app.js"]);
  expect(await get("/app.css")).toEqual([200, "text/css; charset=utf-8", "viewer/dist/app.css"]);
  expect(await get("/icon.svg")).toEqual([200, "image/svg+xml", "viewer/dist/icon.svg"]);
  expect(await get("/part-a1.js")).toEqual([200, "text/javascript; charset=utf-8", "part"]);
  expect((await get("/other.js"))[0]).toBe(404);
  expect(await get("/part-b2.js")).toEqual([
    404,
    expect.stringContaining("application/json"),
    '{"error":"The page is not built."}',
  ] as never);
});

test("a person who opens the link gets a cookie for thirty days; a program that looks ahead gets a button", async () => {
  built("viewer/dist", 100);
  const pages = createPageSessions(() => 0, "s");
  const app = new Hono().route("/", pageRoutes(pages, assets()));
  const person = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  const open = (headers: Record<string, string>, method = "GET") =>
    app.request(`/?code=${code}`, { method, headers });
  let code = pages.invite();
  for (const headers of [
    {},
    { "sec-fetch-mode": "navigate" },
    { "sec-fetch-dest": "document" },
    { ...person, "sec-purpose": "prefetch" },
    { ...person, purpose: "prefetch" },
    { ...person, "x-moz": "prefetch" },
  ] as Record<string, string>[]) {
    const answer = await open(headers);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, null]);
    expect(await answer.text()).toContain(code);
  }
  const entered = await open(person);
  expect([entered.status, entered.headers.get("location")]).toEqual([303, "/"]);
  expect(entered.headers.get("set-cookie")).toMatch(
    new RegExp(`Max-Age=${PAGE_LIFE_MS / 1000}; Path=/; HttpOnly; SameSite=Strict$`),
  );
  expect((await open(person)).headers.get("set-cookie")).toBeNull();
  code = pages.invite();
  const pressed = await app.request("/", { method: "POST", body: new URLSearchParams({ code }) });
  expect(pressed.status).toBe(303);
  const again = await app.request("/", { method: "POST", body: new URLSearchParams({ code }) });
  expect([again.status, again.headers.get("set-cookie")]).toEqual([200, null]);
  expect(Object.fromEntries(again.headers)).toMatchObject({
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": expect.stringContaining("default-src"),
  });
  const file = new FormData();
  file.set("code", new Blob(["x"]));
  expect((await app.request("/", { method: "POST", body: file })).status).toBe(200);
});
