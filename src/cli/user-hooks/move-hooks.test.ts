import { expect, test } from "bun:test";
import { parseConfig } from "../../hooks/config/parse.ts";
import { projectSource } from "../../hooks/config/read.ts";
import { addGroups, checkTarget, needsPawl, toGroups } from "./move-hooks.ts";

const plain = { type: "command", command: "npm test", timeout: 10 };
const file = (hooks: unknown) => JSON.stringify({ $schema: "x", hooks });

test("grouped and flat forms become the same groups", () => {
  const grouped = toGroups(file({ Stop: [{ matcher: "*", hooks: [plain] }] }));
  expect(toGroups(file([{ event: "Stop", matcher: "*", ...plain }]))).toEqual(grouped);
  expect(toGroups(file([{ event: "Stop", matcher: "*", hooks: [plain] }]))).toEqual(grouped);
  expect(grouped).toEqual([{ event: "Stop", value: { matcher: "*", hooks: [plain] } }]);
});

test.each([
  [{ hooks: [plain] }, []],
  [{ matcher: "Edit|Write", hooks: [{ ...plain, command: "sh $CLAUDE_PROJECT_DIR/x.sh" }] }, []],
  [{ matcher: 'tool == "Edit"', hooks: [plain] }, ["an expression as matcher"]],
  [{ hooks: [{ type: "script", script: "./a.ts" }] }, ["a script hook"]],
  [{ hooks: [{ ...plain, onError: "deny" }] }, ["the field onError"]],
  [{ hooks: [{ ...plain, command: "fmt ${FILE}" }] }, ["$FILE"]],
])("what Claude Code cannot run itself goes to pawl.json: %j", (group, reasons) => {
  const groups = toGroups(file({ PostToolUse: [group] }));
  expect(needsPawl(groups)).toEqual(reasons);
  expect(checkTarget(undefined, groups)).toBe(reasons.length === 0 ? "settings" : "pawl");
  if (reasons.length > 0) expect(() => checkTarget("settings", groups)).toThrow("cannot run");
});

test.each([
  undefined,
  "",
  '{\n  // mine\n  "hooks": {\n    "Stop": []\n  }\n}\n',
  '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "first"}]}]}, "locale": "en"}',
  '{"hooks": [{"event": "Stop", "type": "command", "command": "first"}]}',
])("what stands in the file stays, and twice is once: %j", (before) => {
  const groups = toGroups(file({ Stop: [{ hooks: [plain] }], SessionEnd: [{ hooks: [plain] }] }));
  const after = addGroups(before, groups);
  expect(addGroups(after, groups)).toBe(after);
  const { config, findings } = parseConfig(after, projectSource("/p"));
  expect(findings).toEqual([]);
  const commands = config.hooks.map(({ event, action }) => [
    event,
    action.type === "command" ? action.command : "",
  ]);
  const first = before?.includes("first") === true ? [["Stop", "first"]] : [];
  expect(commands).toEqual([...first, ["Stop", "npm test"], ["SessionEnd", "npm test"]]);
  if (before?.includes("// mine") === true) expect(after).toContain("// mine");
});

test("a bad entry stays behind, the good ones move", () => {
  const text = JSON.stringify({
    hooks: {
      Stop: [
        {
          hooks: [
            { type: "command", command: "a" },
            { type: "shell", command: "b" },
          ],
        },
      ],
      Stopp: [{ hooks: [{ type: "command", command: "c" }] }],
      PreToolUse: [{ matcher: "(", hooks: [{ type: "command", command: "d" }] }],
    },
  });
  const mistakes = ["hooks.Stop[0].hooks[1].type", "hooks.Stopp", "hooks.PreToolUse[0].matcher"];
  expect(toGroups(text, mistakes)).toEqual([
    { event: "Stop", value: { hooks: [{ type: "command", command: "a" }] } },
  ]);
});
