import { expect, test } from "bun:test";
import { inputField, toInputText } from "./input-text.ts";

test("the values of an input are its text, without JSON's signs", () => {
  const input = JSON.stringify({ command: 'say "hi"\nnow', deep: [{ er: "x" }, 5, null, true] });
  expect(toInputText(input)).toBe('say "hi"\nnow\nx\n5');
});

test("what is not JSON is its own text", () => {
  expect(toInputText('{"cut": "of')).toBe('{"cut": "of');
  expect(toInputText("")).toBe("");
});

test("a field is a string with something in it, and nothing inherited", () => {
  expect(inputField('{"a":"x","b":" ","c":1}', "a")).toBe("x");
  expect(inputField('{"a":"x","b":" ","c":1}', "b")).toBeUndefined();
  expect(inputField('{"a":"x","b":" ","c":1}', "c")).toBeUndefined();
  expect(inputField("[]", "constructor")).toBeUndefined();
});
