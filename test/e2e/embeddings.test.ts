/**
 * Embeddings in the real client: what is found by meaning reaches the model, and no secret reaches the endpoint.
 */
import { expect, test } from "bun:test";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmbeddingServer } from "../embedding-server.ts";
import { createSecrets } from "../fixtures/secrets.ts";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { say, startModel } from "./harness/model.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";

const LIMIT = 180_000;
const LOGIN = "The login page rejects passwords";
const SIGNIN = "authentication screen refuses credentials";

async function session(scratch: Scratch, prompt: string, answer: string): Promise<string> {
  await using model = startModel([say(answer)]);
  const { home, project: cwd } = scratch;
  expect((await runClaude({ home, cwd, model, prompt, allowedTools: [] })).exitCode).toBe(0);
  return model.mainRequests()[0]?.text ?? "";
}

interface Doctor {
  checks: { name: string; ok: boolean; message: string; fix: string | null }[];
}

async function check(pawl: Pawl, ...options: string[]) {
  const { checks } = await pawl.json<Doctor>(["doctor", ...options]);
  return checks.find(({ name }) => name === "embeddings");
}

test(
  "a prompt without a common word recalls an earlier session; the endpoint may change or disappear",
  async () => {
    await using scratch = await createScratch();
    await using server = startEmbeddingServer();
    await using pawl = await createPawl(scratch);
    expect(await check(pawl)).toMatchObject({ ok: true, message: "off: search by words only" });
    const embeddings = { url: `${server.url}/v1/`, model: "concepts", timeoutMs: 1000 };
    await mkdir(pawl.home, { recursive: true, mode: 0o700 });
    await writeFile(join(pawl.home, "config.json"), JSON.stringify({ embeddings }));
    await pawl.run(["install"]);
    await pawl.run(["up"]);

    const [{ text: leak, secret } = { text: "", secret: "" }] = createSecrets(5);
    await session(scratch, LOGIN, `The hash was compared before it was read. ${leak}`);
    const isFound = async () =>
      (await pawl.run(["search", SIGNIN, "--why"])).stdout.includes("meaning 1.00×0.50");
    expect(await eventually(isFound)).toBe(true);

    const context = await pawl.run(["context", "--prompt", SIGNIN, "--why"]);
    expect(context.stdout).toContain(LOGIN);
    expect(context.stdout).toContain("near in meaning, 1.00");
    expect(await session(scratch, SIGNIN, "I see.")).toContain(LOGIN);
    expect(server.texts.some((text) => text.includes("The hash was compared"))).toBe(true);
    expect(server.texts.join("\n")).not.toContain(secret);

    expect(await check(pawl)).toMatchObject({ ok: true, message: expect.stringContaining("512 dimensions") });
    server.dimensions = 64;
    expect(await check(pawl)).toMatchObject({
      ok: false,
      message: expect.stringContaining("64 dimensions"),
      fix: expect.stringContaining("pawl doctor --fix"),
    });
    expect(await check(pawl, "--fix")).toMatchObject({ ok: true });
    await server.stop();
    expect(await check(pawl)).toMatchObject({
      ok: false,
      message: expect.stringContaining("does not answer"),
    });
    expect((await pawl.run(["search", "login", "page"])).stdout).toContain(LOGIN);
  },
  LIMIT,
);
