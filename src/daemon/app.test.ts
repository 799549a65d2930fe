import { expect, test } from "bun:test";
import { OWN_ANSWER_HEADER } from "../platform/hook-request.ts";
import { version } from "../platform/version.ts";
import { openTestApp } from "./test-app.ts";

test("every answer says that it is Pawl's and must not be kept, an error and a refusal too", async () => {
  await using app = await openTestApp();
  const answers = [
    await app.request("/api/health"),
    await app.request("/api/sessions"),
    await app.request("/nothing/here"),
    await app.request("/api/sessions", { token: null }),
    await app.post("/hook", "{}"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 401, 200]);
  for (const { headers } of answers) {
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get(OWN_ANSWER_HEADER)).toBe(version);
  }
});

test("a request that fails is counted and answered without what went wrong", async () => {
  await using app = await openTestApp();
  await app.store.close();
  const answer = await app.request("/api/sessions");
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("closed");
  expect(app.service.counts()).toEqual({ api_error: 1 });
});
