/** What must be true before a release, each as a function of plain text. */
export interface Check {
  what: string;
  /** Undefined when all is well. */
  problem: string | undefined;
}

/** `status` is what `git status --porcelain` prints. */
export function treeCheck(status: string): Check {
  const files = status.split("\n").filter((line) => line.trim() !== "");
  const first = files[0]?.slice(3);
  const problem = first === undefined ? undefined : `${files.length} uncommitted, such as ${first}`;
  return { what: "everything is committed", problem };
}

export function versionCheck(version: string, current: string, tags: readonly string[]): Check {
  const what = `version ${version} is new`;
  if (!/^\d+\.\d+\.\d+$/.test(version)) return { what, problem: "a version is three numbers, such as 0.2.0" };
  if (tags.includes(`v${version}`)) return { what, problem: `the tag v${version} exists` };
  const older = Bun.semver.order(version, current) < 0;
  return { what, problem: older ? `package.json is at ${current} already` : undefined };
}

/** A section `## 0.2.0 (unreleased)` with at least one line about a change. */
export function changelogCheck(changelog: string, version: string): Check {
  const what = `CHANGELOG.md says what is new in ${version}`;
  const section = sectionOf(changelog, version);
  if (section === undefined) return { what, problem: `there is no section "## ${version} (unreleased)"` };
  return { what, problem: /^- \S/m.test(section) ? undefined : "its section is empty" };
}

export function datedChangelog(changelog: string, version: string, day: string): string {
  return changelog.replace(`## ${version} (unreleased)`, `## ${version} (${day})`);
}

function sectionOf(changelog: string, version: string): string | undefined {
  const [, rest] = changelog.split(`## ${version} (unreleased)\n`);
  return rest?.split(/^## /m)[0];
}

/** The rest of it is for test/package/contents.test.ts. */
export function packCheck(files: readonly string[]): Check {
  const needed = [
    "bin/pawl",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "docs/architecture.md",
    "src/cli/main.ts",
  ];
  const missing = needed.filter((file) => !files.includes(file));
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file));
  const wrong = [...missing.map((file) => `${file} is missing`), ...tests.map((file) => `${file} is a test`)];
  return { what: `the package has what users need (${files.length} files)`, problem: wrong[0] };
}
