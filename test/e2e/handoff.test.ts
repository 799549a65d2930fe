/** `pawl handoff` in the real client: one home hands over, another home's next session starts with it. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { callTool, say, startModel } from "./harness/model.ts";
import { createPawl } from "./pawl.ts";

const LIMIT = 180_000;
const REMOTE = "https://git.example/acme/shop.git";

function git({ home, project: cwd }: Scratch, ...args: string[]): void {
  const env = { PATH: process.env.PATH ?? "", HOME: home };
  expect(Bun.spawnSync(["git", ...args], { cwd, env }).exitCode).toBe(0);
}

async function session(
  { home, project: cwd }: Scratch,
  prompt: string,
  turns: Parameters<typeof startModel>[0],
) {
  await using model = startModel(turns);
  const run = await runClaude({ home, cwd, model, prompt, allowedTools: ["Read", "Edit"] });
  expect(run.exitCode).toBe(0);
  return { id: run.sessionId, first: model.mainRequests()[0]?.text ?? "" };
}

test(
  "what one home hands over is in the first request of another home's next session, once, without secrets",
  async () => {
    await using ann = await createScratch({ git: true });
    await using mia = await createScratch({ git: true });
    await using annPawl = await createPawl(ann);
    await using miaPawl = await createPawl(mia);
    git(ann, "remote", "add", "origin", REMOTE);
    git(ann, "config", "user.name", "Ann");
    git(mia, "remote", "add", "origin", "git@git.example:acme/shop.git");
    for (const pawl of [annPawl, miaPawl]) await pawl.run(["install"]);

    const totals = join(ann.project, "totals.txt");
    await writeFile(totals, "10.5\n");
    const secret = ["ghp", "x7Qm2Vb9Lk4Rt8Zp1Wn5Yc3Hd6Jf0SgAeUi2"].join("_");
    await annPawl.run(["workflow", "start", "standard"]);
    await annPawl.run(["workflow", "stage", "plan", "done"]);
    const { id } = await session(ann, `Round the invoice totals; the token is ${secret}`, [
      callTool("Read", { file_path: totals }),
      callTool("Edit", { file_path: totals, old_string: "10.5", new_string: "10" }),
      say("The totals are rounded, the taxes are not."),
    ]);

    // Nobody is there to review it: nothing is written.
    const file = join(ann.root, "for-mia.json");
    const unasked = await annPawl.run(["handoff", id.slice(0, 8), "--file", file]);
    expect([unasked.exitCode, existsSync(file)]).toEqual([1, false]);
    expect(unasked.stdout).toContain("The totals are rounded, the taxes are not.");
    const given = await annPawl.run(["handoff", "--to", "Mia", "--file", file, "--yes"]);
    expect([given.exitCode, given.stderr]).toEqual([0, ""]);
    const written = await readFile(file, "utf8");
    expect(written).toContain("[redacted:github]");
    expect(written).not.toContain(secret);
    expect(JSON.parse(written)).toMatchObject({ session: id, from: "Ann", to: "Mia", files: ["totals.txt"] });
    // It writes over nothing.
    expect((await annPawl.run(["handoff", "--file", file, "--yes"])).exitCode).toBe(1);

    // Another project refuses it; hers takes it.
    git(mia, "remote", "set-url", "origin", "https://git.example/acme/other.git");
    const refused = await miaPawl.run(["handoff", "--take", file]);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("git.example/acme/shop");
    git(mia, "remote", "set-url", "origin", "git@git.example:acme/shop.git");
    const taken = await miaPawl.run(["handoff", "--take", file]);
    expect([taken.exitCode, taken.stderr]).toEqual([0, ""]);

    // Running already: on a busy machine the first hook would not wait for its start.
    await miaPawl.run(["up", "--no-open"]);
    const { first } = await session(mia, "Hello there", [say("Hello.")]);
    expect(first.match(/<pawl-handoff>/g)).toHaveLength(1);
    expect(first).toMatch(/from Ann, (now|\d+ minutes? ago)/);
    expect(first).toContain("- Last state: “The totals are rounded, the taxes are not.”");
    expect(first).toContain("- Changed: “totals.txt”");
    // The workflow itself comes with it, for this session and the next.
    expect((await miaPawl.run(["workflow", "status"])).stdout).toMatch(/standard[\s\S]*1\/8[\s\S]*→ ARCH/);
    const { first: second } = await session(mia, "Hello again", [say("Hello.")]);
    expect(second).toContain("Unfinished workflow: standard");
    expect(second).toContain("Hello again");
    expect(second).not.toContain("pawl-handoff");
    expect(second).not.toContain("The totals are rounded");
  },
  LIMIT,
);
