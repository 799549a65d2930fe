import { expect, test } from "bun:test";
import { createBackground } from "./background.ts";

test("work begins after the answer, and closing waits for it and for what it adds", async () => {
  const done: string[] = [];
  const background = createBackground(() => undefined);
  background.add(async () => {
    done.push("first");
    background.add(async () => void done.push("second"), 0);
  });
  expect(done).toEqual([]);
  await background.close();
  expect(done).toEqual(["first", "second"]);
});

test("work that fails is reported and keeps no other from being done", async () => {
  const errors: unknown[] = [];
  const done: string[] = [];
  const background = createBackground((error) => void errors.push(error));
  background.add(() => Promise.reject(new Error("broken")), 0);
  background.add(async () => void done.push("other"), 0);
  await background.close();
  expect(errors).toEqual([new Error("broken")]);
  expect(done).toEqual(["other"]);
});

test("with nothing under way closing is at once", async () => {
  await createBackground(() => undefined).close();
});
