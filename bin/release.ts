/**
 * `npm run release -- 0.2.0 [--dry-run]`: checks everything that a release needs, then makes its commit and tag. It
 * pushes and publishes nothing; the last lines say what is left to do. With --dry-run nothing is changed at all.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  type Check,
  changelogCheck,
  datedChangelog,
  packCheck,
  treeCheck,
  versionCheck,
} from "./release-checks.ts";

const root = join(import.meta.dir, "..");
const { values, positionals } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    "skip-tests": { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const isDry = values["dry-run"];
if (values["skip-tests"] && !isDry)
  fail("--skip-tests goes with --dry-run only: a release is always tested.");

const manifestFile = Bun.file(join(root, "package.json"));
const manifestText = await manifestFile.text();
const current = (JSON.parse(manifestText) as { version: string }).version;
const version = positionals[0] ?? current;
const changelogFile = Bun.file(join(root, "CHANGELOG.md"));
const changelog = await changelogFile.text();

const listed = JSON.parse(await read(["npm", "pack", "--dry-run", "--json", "--ignore-scripts"])) as object;
const packages = Object.values(listed) as { files: { path: string }[] }[];
const checks: Check[] = [
  treeCheck(await read(["git", "status", "--porcelain"])),
  versionCheck(version, current, (await read(["git", "tag", "--list", "v*"])).split("\n")),
  changelogCheck(changelog, version),
  packCheck(packages.flatMap(({ files }) => files.map(({ path }) => path))),
];
if (!values["skip-tests"]) {
  for (const script of ["typecheck", "lint", "test", "test:full"]) {
    const code = await Bun.spawn(["npm", "run", script], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    }).exited;
    checks.push({ what: `npm run ${script}`, problem: code === 0 ? undefined : `ended with ${code}` });
  }
}
for (const { what, problem } of checks)
  console.log(problem === undefined ? `✓ ${what}` : `✗ ${what}: ${problem}`);
if (checks.some(({ problem }) => problem !== undefined)) fail(`Version ${version} cannot be released yet.`);
if (isDry) {
  console.log(`Version ${version} can be released. Nothing was changed (--dry-run).`);
  process.exit(0);
}

await read(["npm", "version", version, "--no-git-tag-version", "--allow-same-version"]);
await Bun.write(changelogFile, datedChangelog(changelog, version, new Date().toISOString().slice(0, 10)));
await read(["git", "commit", "--quiet", "--all", "--message", `Release ${version}`]);
await read(["git", "tag", "--annotate", `v${version}`, "--message", `Version ${version}`]);
console.log(`Version ${version} is committed and tagged. What is left:`);
console.log("  git push --follow-tags    starts the release workflow, which tests and packs the tag");
console.log("  npm publish               after the workflow is green");

async function read(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: root, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) fail(`${command.join(" ")} ended with ${code}: ${err.trim()}`);
  return out;
}

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}
