import { expect, test } from "bun:test";
import { isLoopback, shownUrl, toEmbeddingsUrl } from "./url.ts";

test.each([
  ["http://127.0.0.1:11434", "http://127.0.0.1:11434/v1/embeddings"],
  ["http://127.0.0.1:11434/", "http://127.0.0.1:11434/v1/embeddings"],
  [" http://localhost:11434/v1 ", "http://localhost:11434/v1/embeddings"],
  ["http://localhost:11434/v1/", "http://localhost:11434/v1/embeddings"],
  ["http://localhost:11434/v1/embeddings", "http://localhost:11434/v1/embeddings"],
  ["http://localhost:11434/v1/embeddings/", "http://localhost:11434/v1/embeddings"],
  ["http://localhost:8080/embeddings", "http://localhost:8080/embeddings"],
  ["https://models.example/proxy", "https://models.example/proxy/v1/embeddings"],
  ["https://models.example/v1beta/openai", "https://models.example/v1beta/openai/embeddings"],
  ["https://x.example/v1?api-version=2", "https://x.example/v1/embeddings?api-version=2"],
])("%p becomes %p", (given, url) => {
  expect(toEmbeddingsUrl(given)).toBe(url);
});

test.each([
  "",
  "localhost:11434",
  "ftp://x.example",
  "file:///etc/passwd",
  "http://",
  "http://me:pw@x.example",
  "http://me@x.example",
  "http://:pw@x.example",
])("%p is not a valid embeddings URL", (given) => {
  expect(toEmbeddingsUrl(given)).toBeUndefined();
});

test("the displayed URL has no query, and local host names are recognized", () => {
  expect(shownUrl("https://x.example/v1/embeddings?key=abc")).toBe("https://x.example/v1/embeddings");
  expect(["http://localhost:1", "http://127.0.0.9:1", "http://[::1]:1"].every(isLoopback)).toBe(true);
  expect(["http://192.168.1.2", "https://127.0.0.1.example"].some(isLoopback)).toBe(false);
});
