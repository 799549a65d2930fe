import { expect, test } from "bun:test";
import { browserCommand } from "./open-browser.ts";

const URL = "http://127.0.0.1:47100/?code=x&y";

test.each([
  ["linux", { DISPLAY: ":0" }, ["xdg-open", URL]],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open", URL]],
  ["linux", {}, undefined],
  ["linux", { DISPLAY: ":0", SSH_CONNECTION: "1.2.3.4" }, undefined],
  ["linux", { DISPLAY: ":0", CI: "true" }, undefined],
  ["darwin", {}, ["open", URL]],
  ["win32", {}, ["rundll32", "url.dll,FileProtocolHandler", URL]],
])("on %s with %p a page opens with %p", (platform, env, command) => {
  expect(browserCommand(URL, env, platform)).toEqual(command as string[] | undefined);
});
