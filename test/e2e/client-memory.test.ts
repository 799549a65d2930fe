/** The client's own memory in the real client: a body comes back when it helps, and an edit of either side stays. */
import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ASKS,
  BODY,
  HOOK,
  memoryDir,
  OTHER,
  RULE,
  session,
  times,
  writeMemory,
} from "./client-memory-story.ts";
import { createScratch } from "./harness/client.ts";
import { callTool, say } from "./harness/model.ts";
import { createPawl } from "./pawl.ts";

const LIMIT = 240_000;

test(
  "a memory that the model wrote comes back with its reason for a prompt about it, and for no other",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    await writeMemory(scratch);
    const about = await session(scratch, ASKS, [say("Half up.")]);
    expect(times(about.texts[0], RULE)).toBe(1);
    expect(about.texts[0]).toContain("the tax office in Graz rejected floats");
    expect(about.texts[0]).toContain("use roundCents");
    // The client's own index line, and nothing of Pawl's that repeats it.
    expect(times(about.texts[0], HOOK)).toBe(1);
    const other = await session(scratch, OTHER, [say("Renamed.")]);
    expect(other.texts[0]).toContain(HOOK);
    expect(other.texts[0]).not.toContain(RULE);
    // Once per session, and not again for a session that has read the file itself.
    const twice = await session(scratch, ASKS, [
      callTool("Bash", { command: "echo roundCents failed in invoice export; exit 1", description: "Try" }),
      say("I see."),
    ]);
    expect(times(twice.texts[1], RULE)).toBe(1);
    const { memories } = await pawl.json<{ memories: { uri: string; content: string }[] }>([
      "memory",
      "list",
    ]);
    expect(memories.find(({ uri }) => uri === "client://invoice-rounding")?.content).toBe(BODY);
    expect((await pawl.run(["search", "Graz"])).stdout).toContain("Round invoice totals");
  },
  LIMIT,
);

test(
  "an edit on the page changes file and index, and the model's own edit is not lost, whoever comes first",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    await writeMemory(scratch);
    const dir = memoryDir(scratch);
    const path = join(dir, "invoice-rounding.md");
    const headers = { authorization: `Bearer ${await pawl.token()}`, "content-type": "application/json" };
    const uri = "client://invoice-rounding";
    const query = new URLSearchParams({ uri, project: scratch.project });
    const read = async () => {
      const response = await fetch(`${pawl.url}/api/memories/one?${query}`, { headers });
      return (await response.json()) as { raw: { text: string; hash: string }; problems: unknown[] };
    };
    const save = (raw: string, hash: string) =>
      fetch(`${pawl.url}/api/memories`, {
        method: "PATCH",
        headers,
        body: JSON.stringify({ uri, project: scratch.project, raw, hash }),
      });

    // The model first: the page's edit of the older text is refused.
    const shown = await read();
    // The client adds fields of its own to the frontmatter; the editor shows them.
    const written = await readFile(path, "utf8");
    expect(written).toContain(BODY);
    expect(shown.raw.text).toBe(written);
    await session(scratch, "Change the office", [
      callTool("Read", { file_path: path }),
      callTool("Edit", { file_path: path, old_string: "in Graz", new_string: "in Linz" }),
      say("Changed."),
    ]);
    expect((await save(written.replace("floats", "fractions"), shown.raw.hash)).status).toBe(409);
    const edited = await readFile(path, "utf8");
    expect(edited).toContain("tax office in Linz rejected floats");

    // The page first: the model's edit of another place keeps the page's words.
    const now = await read();
    expect(now.raw.text).toContain("in Linz");
    const saved = await save(now.raw.text.replaceAll(HOOK, "Invoice totals are rounded"), now.raw.hash);
    expect(saved.status).toBe(200);
    expect(await readFile(join(dir, "MEMORY.md"), "utf8")).toBe(
      "- [Invoice rounding](invoice-rounding.md) — Invoice totals are rounded\n",
    );
    await session(scratch, "Change the helper", [
      callTool("Read", { file_path: path }),
      callTool("Edit", { file_path: path, old_string: "roundCents", new_string: "roundMoney" }),
      say("Changed."),
    ]);
    const last = await readFile(path, "utf8");
    for (const part of ["in Linz", "Invoice totals are rounded", "roundMoney"]) expect(last).toContain(part);
    const history = (await pawl.run(["memory", "history", uri])).stdout;
    expect(history).toContain("page");
    expect(history).toContain("roundMoney");
  },
  LIMIT,
);
