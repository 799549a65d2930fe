import { describe, expect, test } from "bun:test";
import { changelogCheck, datedChangelog, packCheck, treeCheck, versionCheck } from "./release-checks.ts";

test("uncommitted files stop a release, and the first one is named", () => {
  expect(treeCheck("\n").problem).toBeUndefined();
  expect(treeCheck(" M src/a.ts\n?? b.ts\n").problem).toBe("2 uncommitted, such as src/a.ts");
});

describe("a version", () => {
  test.each([
    ["0.2.0", undefined],
    ["0.1.0", undefined],
    ["0.1.10", undefined],
    ["0.0.9", "package.json is at 0.1.0 already"],
    ["0.3.0", "the tag v0.3.0 exists"],
    ["v0.2.0", "a version is three numbers, such as 0.2.0"],
    ["0.2", "a version is three numbers, such as 0.2.0"],
  ])("%p after 0.1.0: %p", (version, problem) => {
    expect(versionCheck(version, "0.1.0", ["v0.3.0", ""]).problem).toBe(problem);
  });
});

describe("the changelog", () => {
  const changelog =
    "# Changelog\n\n## 0.2.0 (unreleased)\n\n- Faster.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n";

  test("has a section with changes for the new version", () => {
    expect(changelogCheck(changelog, "0.2.0").problem).toBeUndefined();
    expect(changelogCheck(changelog, "0.3.0").problem).toContain('"## 0.3.0 (unreleased)"');
    expect(changelogCheck(changelog, "0.1.0").problem).toContain("there is no section");
  });

  test("whose section is empty does not borrow the changes of the version before", () => {
    expect(changelogCheck(changelog.replace("- Faster.\n", ""), "0.2.0").problem).toBe(
      "its section is empty",
    );
  });

  test("gets the day of the release, in that section only", () => {
    const dated = datedChangelog(changelog, "0.2.0", "2026-02-03");
    expect(dated).toBe(changelog.replace("0.2.0 (unreleased)", "0.2.0 (2026-02-03)"));
  });
});

test("a package without its documents, or with a test, is not released", () => {
  const files = [
    "bin/pawl",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "docs/architecture.md",
    "src/cli/main.ts",
  ];
  expect(packCheck(files).problem).toBeUndefined();
  expect(packCheck(files.slice(1)).problem).toBe("bin/pawl is missing");
  expect(packCheck([...files, "src/a.test.ts"]).problem).toBe("src/a.test.ts is a test");
});
