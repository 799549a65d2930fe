import { expect, test } from "bun:test";
import { notificationsIn, notificationText } from "./notification.ts";

const event = (body: object, name = "Notification") => ({ event: name, body: JSON.stringify(body), at: 1 });

test("S1.9 a notification is read by its words, with its title", () => {
  expect(notificationText(event({ message: "Deploy of shop failed" }))).toBe("Deploy of shop failed");
  expect(notificationText(event({ title: "CI", message: "Deploy\nfailed" }))).toBe("CI: Deploy failed");
  expect(notificationText({ event: "Notification", body: '{"message":"Deploy fai' })).toBe("Deploy fai");
});

test("one that only says that the client waits is left out, as are other events and empty ones", () => {
  const idle = { message: "Claude is waiting for your input" };
  expect(notificationText(event(idle))).toBeUndefined();
  expect(
    notificationText(event({ message: "Still there?", notification_type: "idle_prompt" })),
  ).toBeUndefined();
  expect(notificationText(event({}))).toBeUndefined();
  expect(notificationText(event({ message: "x" }, "Stop"))).toBeUndefined();
  expect(notificationsIn([event(idle), event({ message: "Done" })])).toEqual([{ at: 1, text: "Done" }]);
});
