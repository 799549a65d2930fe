/** docs/api.md and docs/openapi.json: every example runs against a real daemon, and every route is described. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { OPERATIONS, OTHER_PATHS } from "../../src/daemon/api/operations.ts";
import { routes } from "../../src/daemon/app.ts";
import { createAssets } from "../../src/daemon/page/assets.ts";
import { createPageSessions } from "../../src/daemon/page/routes.ts";
import { openTestApp } from "../../src/daemon/test-app.ts";
import { packageDir } from "../../src/platform/paths.ts";
import { createScratch } from "./harness/scratch.ts";
import { createPawl } from "./pawl.ts";

const text = readFileSync(join(packageDir, "docs", "api.md"), "utf8");
const openApi = JSON.parse(readFileSync(join(packageDir, "docs", "openapi.json"), "utf8")) as {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content: Record<string, { schema: object }> }> }>
  >;
};

interface Example {
  command: string;
  expected: unknown;
}

/** A `sh` block with `curl`, and the `json` block behind it. */
const examples: Example[] = [...text.matchAll(/```sh\n(curl[\s\S]*?)```\s+```json\n([\s\S]*?)```/g)].map(
  ([, command = "", json = ""]) => ({ command, expected: JSON.parse(json) }),
);

/** In an expected text `…` stands for anything; a number stands for any number. What is not named may be there. */
function differences(expected: unknown, actual: unknown, place = "answer"): string[] {
  if (typeof expected === "string" && typeof actual === "string") {
    const pattern = expected.split("…").map(RegExp.escape).join("[\\s\\S]*");
    return new RegExp(`^${pattern}$`).test(actual) ? [] : [`${place}: ${actual}`];
  }
  if (typeof expected === "number") return typeof actual === "number" ? [] : [`${place}: no number`];
  if (typeof expected !== "object" || expected === null)
    return expected === actual ? [] : [`${place}: ${actual}`];
  if (typeof actual !== "object" || actual === null) return [`${place}: ${actual}`];
  return Object.entries(expected).flatMap(([key, value]) =>
    differences(value, (actual as Record<string, unknown>)[key], `${place}.${key}`),
  );
}

/** The last request of a block, as a path of the document. */
function routeOf(command: string): { path: string; method: string } {
  const last = command.slice(command.lastIndexOf("curl "));
  const path = /"\$PAWL([^"?]*)/.exec(last)?.[1] ?? "";
  const method = /-X (\w+)/.exec(last)?.[1]?.toLowerCase() ?? (last.includes(" -d ") ? "post" : "get");
  const isOne = path.startsWith("/api/sessions/") && openApi.paths[path] === undefined;
  return { path: isOne ? "/api/sessions/{id}" : path, method };
}

test("every example of docs/api.md answers what is shown, in the shape of docs/openapi.json", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  expect((await pawl.run(["up"])).exitCode).toBe(0);
  const env = { PATH: process.env.PATH ?? "", PAWL: pawl.url, TOKEN: await pawl.token() };
  const ajv = new Ajv2020({ strict: false });
  expect(examples.length).toBeGreaterThan(20);
  for (const { command, expected } of examples) {
    const ran = Bun.spawnSync(["sh", "-c", command.replace(/\n(?=curl )/g, "; echo\n")], { env });
    const answers = ran.stdout.toString().trim().split("\n");
    const answer: unknown = JSON.parse(answers.at(-1) ?? "");
    expect([command, differences(expected, answer)]).toEqual([command, []]);
    if ((expected as { error?: string }).error !== undefined) continue;
    const { path, method } = routeOf(command);
    const schema = openApi.paths[path]?.[method]?.responses["200"]?.content["application/json"]?.schema;
    expect([path, method, schema !== undefined]).toEqual([path, method, true]);
    const isValid = ajv.compile(schema ?? {});
    isValid(answer);
    expect([command, isValid.errors]).toEqual([command, null]);
  }
}, 180_000);

test("docs/api.md names every route of docs/openapi.json, and no example is left out", () => {
  const missing = Object.keys(openApi.paths).filter((path) => !text.includes(path.replace("/{id}", "/")));
  expect(missing).toEqual([]);
  const blocks = [...text.matchAll(/```sh\ncurl/g)];
  expect(examples).toHaveLength(blocks.length);
});

test("every route that the daemon serves is documented, except the page's own, and the reverse", async () => {
  await using app = await openTestApp();
  const assets = createAssets({ onError: () => undefined });
  const served = routes({ service: app.service, pages: createPageSessions(Date.now, "x"), assets })
    .routes.filter(({ method, path }) => method !== "ALL" || path === "/mcp")
    .map(({ method, path }) => `${method === "ALL" ? "POST" : method} ${path}`)
    .filter(
      (route) =>
        !/ \/(?:api\/page\/|api\/hooks|:part|[\w.]*$)/.test(route) ||
        route === "POST /hook" ||
        route === "POST /mcp",
    );
  const documented = [
    ...Object.values(OPERATIONS).map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    ...Object.entries(OTHER_PATHS).map(([path, item]) => `${Object.keys(item)[0]?.toUpperCase()} ${path}`),
  ];
  expect([...new Set(served)].sort()).toEqual(documented.sort());
});
