/** A further client, added in a copy of the source as CONTRIBUTING says: its folder, one line, `npm run generate`. */
import { afterAll, expect, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dir, "..", "..");
const copy = mkdtempSync(join(tmpdir(), "pawl-sixth-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function run(...args: string[]): string {
  const env = { PATH: process.env.PATH ?? "", HOME: join(copy, "home"), PAWL_HOME: join(copy, "pawl") };
  const child = Bun.spawnSync([process.execPath, ...args], { cwd: copy, env });
  expect([child.exitCode, child.stderr.toString()]).toEqual([0, ""]);
  return child.stdout.toString();
}
const pawl = (...args: string[]) => JSON.parse(run(join("src", "cli", "main.ts"), ...args, "--json"));

test("a folder and a line in the table are all that the commands need", () => {
  for (const name of ["src", "generate", "viewer", "plugin", "schema", "types", "bin"])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !/\.test\.tsx?$/.test(path),
    });
  for (const name of ["package.json", "tsconfig.json"]) cpSync(join(root, name), join(copy, name));
  mkdirSync(join(copy, "docs"));
  for (const name of ["node_modules", "bench"]) symlinkSync(join(root, name), join(copy, name));
  mkdirSync(join(copy, "home"));

  const folder = join(copy, "src", "clients", "sixth");
  cpSync(join(copy, "src", "clients", "gemini-cli"), folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), "utf8");
    const own = text
      .replaceAll("gemini-cli", "sixth")
      .replaceAll("Gemini CLI", "Sixth")
      .replaceAll('"gemini"', '"sixth"')
      .replaceAll('".gemini"', '".sixth"');
    writeFileSync(join(folder, name), own);
  }
  const table = join(copy, "src", "clients", "table.ts");
  const text = readFileSync(table, "utf8");
  const line = 'import { geminiCli as sixth } from "./sixth/client.ts";';
  writeFileSync(table, `${line}\n${text.replace("\n} satisfies", "\n  sixth,\n} satisfies")}`);

  expect(run(join("generate", "run.ts")).split("\n")).toContain("src/clients/setup-table.ts");
  const settings = join(copy, "home", ".sixth", "settings.json");
  expect(pawl("install", "--client", "sixth")).toMatchObject({ client: "sixth", file: settings });
  expect(readFileSync(settings, "utf8")).toContain("--client=sixth");
  expect(pawl("status").clients).toContainEqual({ client: "sixth", connected: true, by: settings });
  expect(pawl("sessions", "--client", "sixth")).toEqual({ sessions: [] });
  expect(pawl("import", "--client", "sixth")).toMatchObject({ files: 0, sessions: 0 });
  expect(pawl("uninstall", "--client", "sixth")).toMatchObject({ client: "sixth", file: settings });
  expect(existsSync(join(copy, "home", ".sixth"))).toBe(false);
});
