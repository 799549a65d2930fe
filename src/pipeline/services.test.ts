import { expect, test } from "bun:test";
import { messagesOf } from "./services.ts";

test("a session's sentences are in its language; the settings are looked at again for each", () => {
  const settings: { locale?: "ko" } = {};
  let looked = 0;
  const services = {
    sessions: { notes: { env: () => ({ LANG: "zh_TW.UTF-8" }) } },
    settings,
    refreshSettings: () => void looked++,
  } as unknown as Parameters<typeof messagesOf>[2];
  expect(messagesOf("s", {}, services).locale).toBe("zh-TW");
  expect(messagesOf("s", { LANG: "en_US.UTF-8" }, services).locale).toBe("en");
  settings.locale = "ko";
  expect(messagesOf("s", {}, services).locale).toBe("ko");
  expect(looked).toBe(3);
});
