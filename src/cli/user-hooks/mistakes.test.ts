/** Mistakes that people make in configurations and scripts: `validate` names each with its place and what to write instead. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openCli } from "../../../test/cli-call.ts";
import correct from "../../../test/fixtures/hooks/correct.json";
import mistakes from "../../../test/fixtures/hooks/mistakes.json";

interface Written {
  config: string;
  files?: Readonly<Record<string, string | undefined>> | undefined;
}

interface Validated {
  findings: { level: string; path: string; message: string; line?: number }[];
}

let cli: Awaited<ReturnType<typeof openCli>>;
beforeEach(async () => {
  cli = await openCli();
});
afterEach(() => cli[Symbol.dispose]());

async function validate({ config, files = {} }: Written): Promise<Validated["findings"]> {
  for (const [path, text = ""] of Object.entries({ ".claude/pawl.json": config, ...files })) {
    const file = join(cli.project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const { stdout } = await cli.run("hooks", "validate", "--json");
  return (JSON.parse(stdout) as Validated).findings;
}

describe("a mistake is named with its line and the fix", () => {
  test.each(mistakes.map((one) => [one.name, one] as const))("%s", async (_, mistake) => {
    const findings = await validate(mistake as Written & { name: string; fix: string });
    const text = findings.map(({ message, line }) => `${line ?? ""}: ${message}`).join("\n");
    expect(text).toContain(mistake.fix);
    expect(findings.some(({ line }) => line !== undefined)).toBe(true);
    // The validator's own words are for programmers of validators.
    expect(text).not.toMatch(/Invalid input|Invalid URL, found|\?\.|\.\.(?!\/|\.)/);
  });
});

describe("no word about what is right", () => {
  test.each(correct.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    expect((await validate(one as Written)).map(({ message }) => message)).toEqual([]);
  });
});
