import { expect, test } from "bun:test";
import { whereOf } from "./where.ts";

const env = { CLAUDE_SESSION_ID: "from-env", CLAUDE_PROJECT_ROOT: "/from-env" };

test("S3.2 the session is the input's, then CLAUDE_SESSION_ID", () => {
  expect(whereOf({ sessionId: "s-1" }, env, "/here").sessionId).toBe("s-1");
  expect(whereOf({ sessionId: "" }, env, "/here").sessionId).toBe("from-env");
});

test("S3.2 the root is the input's cwd, then CLAUDE_PROJECT_ROOT, then the working directory", () => {
  expect(whereOf({ cwd: "/p" }, env, "/here").root).toBe("/p");
  expect(whereOf({}, env, "/here").root).toBe("/from-env");
  expect(whereOf({}, {}, "/here").root).toBe("/here");
});

test("S3.9 without any session there is none", () => {
  expect(whereOf({ sessionId: " " }, {}, "/here").sessionId).toBeUndefined();
});
