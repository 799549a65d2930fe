import { expect, test } from "bun:test";
import { plainCommand } from "./same-command.ts";

test("a command is compared without its folder, its environment, its redirections and what it only shows", () => {
  expect(plainCommand("cd /p && CI=1 FOO='a b' npm test --silent 2>&1")).toBe("npm test");
  expect(plainCommand("go test  -v ./... > out.txt")).toBe("go test ./...");
});
