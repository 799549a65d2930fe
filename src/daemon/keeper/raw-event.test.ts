import { expect, test } from "bun:test";
import { lookAt, withTime } from "./raw-event.ts";

const OWN = ["127.0.0.1:47100", "localhost:47100"];
const BODY = '{"hook_event_name":"Stop"}';
const LINES = [
  "POST /hook HTTP/1.1",
  "Authorization: Bearer t0ken",
  "Content-Type: application/json",
  "Connection: keep-alive",
  "Host: 127.0.0.1:47100",
  `Content-Length: ${BODY.length}`,
];
const request = (lines: readonly string[], body = BODY) =>
  Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`, "latin1");
const kind = (bytes: Buffer) => {
  const look = lookAt(bytes, OWN);
  return look === "other" ? look : "event" in look ? "event" : "missing";
};

test("an event in the client's form is taken as it came, with its headers", () => {
  const bytes = request(LINES);
  const look = lookAt(bytes, OWN);
  if (look === "other" || !("event" in look)) throw new Error("not taken");
  expect(look.event.request).toBe(bytes);
  expect(new TextDecoder().decode(look.event.body)).toBe(BODY);
  expect(look.event.headers().get("authorization")).toBe("Bearer t0ken");
});

test("its time is added to it, and nothing else; one that has a time keeps it", () => {
  const taken = (lines: readonly string[]) => {
    const look = lookAt(request(lines), OWN);
    if (look === "other" || !("event" in look)) throw new Error("not taken");
    return Buffer.from(withTime(look.event, 42)).toString();
  };
  const [start = "", ...rest] = LINES;
  expect(taken(LINES)).toBe(request([start, "x-pawl-at: 42", ...rest]).toString());
  const timed = [...LINES, "X-Pawl-At: 7"];
  expect(taken(timed)).toBe(request(timed).toString());
});

test("until it is whole, it is waited for, wherever it was cut", () => {
  const whole = request(LINES);
  const kinds = new Set(Array.from({ length: whole.length - 1 }, (_, i) => kind(whole.subarray(0, i + 1))));
  expect([...kinds]).toEqual(["missing"]);
});

const STRANGE: [why: string, bytes: Buffer][] = [
  ["another path", request(["POST /api/x HTTP/1.1", ...LINES.slice(1)])],
  ["another method", request(["GET /hook HTTP/1.1", ...LINES.slice(1)])],
  ["another version", request(["POST /hook HTTP/1.0", ...LINES.slice(1)])],
  ["another host", request(LINES.map((line) => line.replace("127.0.0.1:", "evil.example:")))],
  ["no host", request(LINES.filter((line) => !line.startsWith("Host")))],
  ["two hosts", request([...LINES, "host: 127.0.0.1:47100"])],
  ["no length", request(LINES.slice(0, -1))],
  ["two lengths", request([...LINES, "content-length: 0"])],
  ["a signed length", request([...LINES.slice(0, -1), "Content-Length: +26"])],
  ["a length in hex", request([...LINES.slice(0, -1), "Content-Length: 0x1a"])],
  ["two lengths in one line", request([...LINES.slice(0, -1), "Content-Length: 26, 26"])],
  ["chunks", request([...LINES, "Transfer-Encoding: chunked"])],
  ["a space before the colon", request([...LINES, "Transfer-Encoding : chunked"])],
  ["a folded line", request([...LINES, " chunked"])],
  ["a bare line feed", request([...LINES, "X: a\nTransfer-Encoding: chunked"])],
  ["a bare carriage return", request([...LINES, "X: a\rTransfer-Encoding: chunked"])],
  ["a zero byte", request([...LINES, "X: a\0b"])],
  ["a packed body", request([...LINES, "Content-Encoding: gzip"])],
  ["a question before the body", request([...LINES, "Expect: 100-continue"])],
  ["a connection that ends", request(LINES.map((line) => line.replace("keep-alive", "close")))],
  ["a page", request([...LINES, "Origin: http://127.0.0.1:47100"])],
  ["two requests at once", Buffer.concat([request(LINES), request(LINES)])],
  ["a head without an end", Buffer.from(`POST /hook HTTP/1.1\r\nX: ${"a".repeat(9000)}`)],
  ["a long head", request([...LINES, `X: ${"a".repeat(9000)}`])],
];

test.each(STRANGE)("%s is not for the short way", (_why, bytes) => {
  expect(kind(bytes)).toBe("other");
});

test("after one event, the next may differ in its length only; everything else is looked at again", () => {
  const first = lookAt(request(LINES), OWN);
  if (first === "other" || !("event" in first)) throw new Error("not taken");
  const next = (bytes: Buffer) => lookAt(bytes, OWN, first.known);
  const longer = next(request([...LINES.slice(0, -1), "Content-Length: 3"], "{ }"));
  expect(longer).toMatchObject({ known: first.known });
  expect(longer !== "other" && "event" in longer && longer.event.body.length).toBe(3);
  for (const [, bytes] of STRANGE) expect(next(bytes)).toBe("other");
});
