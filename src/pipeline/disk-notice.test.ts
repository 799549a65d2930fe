import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { homeAt } from "../platform/paths.ts";
import { createDiskNotice } from "./notice.ts";

test("events that a full disk has cost are said once", () => {
  const disk = createDiskNotice(homeAt(tmpdir()));
  expect(disk.take()).toBeUndefined();
  disk.failed();
  disk.failed();
  expect(disk.take()).toEqual({ events: 2, isFull: false });
  expect(disk.take()).toBeUndefined();
});

test("a home that is gone is not taken for a full disk", () => {
  expect(createDiskNotice(homeAt("/nowhere/at/all")).take()).toBeUndefined();
});
