import { expect, test } from "bun:test";
import { redactJson, redactText } from "./index.ts";
import { redactor } from "./redactor.ts";

const password = "Kq7$mwTz4!pLx2";
const session = (id: string) => redactor.forSession?.(id) ?? redactor;

test("a value that was recognised once in a session is recognised bare from then on, and only there", () => {
  const bare = `we refused ${password} again`;
  expect(session("k1").text(bare)).toBe(bare);
  session("k1").text(`password: ${password}`);
  expect(session("k1").text(bare)).toBe("we refused [redacted:secret] again");
  expect(session("k1").text(`q=${encodeURIComponent(password)}`)).not.toContain("mwTz4");
  expect(session("k1").text(Buffer.from(password).toString("base64"))).toBe("[redacted:secret]=");
  expect(session("k2").text(bare)).toBe(bare);
});

test("a value under a key of JSON is known too", () => {
  session("k3").json({ password });
  expect(session("k3").text(`it was ${password}`)).toBe("it was [redacted:secret]");
});

test("a word that anyone may write is not remembered", () => {
  session("k4").text("password=sunshine\nDB_PASSWORD=production");
  expect(session("k4").text("sunshine in production")).toBe("sunshine in production");
});

test("within one text a value is known behind and before the place that names it", () => {
  expect(redactText(`tried ${password}\nDB_PASSWORD='${password}'\nstill ${password}`)).not.toContain(
    "mwTz4",
  );
  expect(
    JSON.stringify(redactJson({ a: `export DB_PASSWORD='${password}'; echo ${password}` })),
  ).not.toContain("mwTz4");
});
