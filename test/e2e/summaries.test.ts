/**
 * `summaries.provider: "claude"`, with the real Agent SDK: written in the background, shown next time, never
 * recorded.
 */
import { expect, test } from "bun:test";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, runClaude } from "./harness/client.ts";
import { type ModelRequest, say, startModel } from "./harness/model.ts";
import { createPawl, eventually } from "./pawl.ts";

const LIMIT = 180_000;
const PATIENCE = 20_000;

const isSummariser = ({ text }: ModelRequest) => text.includes("You summarise one recorded coding session");
const written = (line: string) =>
  JSON.stringify({ summary: [line], rules: ["Always round half to even in this shop."] });

test(
  "a model's summary is stored and injected; its child leaves no trace, gets no secret, and the queue survives kill -9",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { home, project: cwd } = scratch;
    await mkdir(pawl.home, { recursive: true });
    const config = { summaries: { provider: "claude", perHour: 3 } };
    await writeFile(join(pawl.home, "config.json"), JSON.stringify(config));
    await pawl.run(["install"]);
    const asked: ModelRequest[] = [];
    await using model = startModel((request) => {
      if (!isSummariser(request)) return request.kind === "main" ? say("Done.") : undefined;
      asked.push(request);
      // The second one is still being written when the daemon is killed; its client gets an answer, and ends with
      // it.
      return asked.length === 2
        ? { ...say(written("Too late.")), delayMs: 2_000 }
        : say(`Here it is:\n${written(`Summary number ${asked.length}.`)}`);
    });
    const summaryOf = async (id: string) => (await pawl.json<{ summary: string }>(["session", id])).summary;
    const work = async (prompt: string) => (await runClaude({ home, cwd, model, prompt })).sessionId;

    // The daemon is started by the session's first hook, whose terminal has the account's variables.
    const secret = ["ghp", "x7Qm2Vb9Lk4Rt8Zp1Wn5Yc3Hd6Jf0SgAeUi2"].join("_");
    const first = await work(
      `Round the invoice totals; the token is ${secret}. Always round half to even in this shop.`,
    );
    const isWritten = async () => (await summaryOf(first)) === "Summary number 1.";
    expect(await eventually(isWritten, PATIENCE)).toBe(true);
    expect(asked[0]?.text).toContain("Round the invoice totals; the token is [redacted:github]");
    expect(asked[0]?.tools).toEqual([]);
    expect(model.requests.some((one) => isSummariser(one) && one.text.includes(secret))).toBe(false);

    const second = await work("Now round the taxes");
    expect(model.mainRequests().at(-1)?.text).toContain("Summary number 1.");
    expect(await eventually(() => asked.length === 2, PATIENCE)).toBe(true);
    process.kill(await pawl.pid(), "SIGKILL");

    // A terminal without the variables: Claude Code's own settings are enough.
    const settings = join(home, ".claude", "settings.json");
    const env = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: "sk-from-settings" };
    await writeFile(settings, JSON.stringify({ ...JSON.parse(await readFile(settings, "utf8")), env }));
    await pawl.run(["up"]);
    const isWrittenAgain = async () => (await summaryOf(second)) === "Summary number 3.";
    expect(await eventually(isWrittenAgain, PATIENCE)).toBe(true);
    expect(asked[2]?.headers["x-api-key"]).toBe("sk-from-settings");

    // Three were started in this hour: the next one waits, and the extracted summary stays.
    const third = await work("Now round the fees");
    expect(await summaryOf(third)).toContain("Now round the fees");
    const jobs = JSON.parse(await readFile(join(pawl.home, "summary-jobs.json"), "utf8"));
    // On a busy machine the first session's last line may come late: then it waits as well, to be written anew.
    expect(jobs.waiting).toContain(third);
    expect(jobs.waiting).not.toContain(second);
    expect(jobs.written).toEqual([first, second]);
    expect(asked).toHaveLength(3);

    // The children leave no session and no transcript; and the rule that the user did state is a proposal.
    const { sessions } = await pawl.json<{ sessions: { id: string }[] }>(["sessions"]);
    expect(sessions.map(({ id }) => id).sort()).toEqual([first, second, third].sort());
    const files = await readdir(join(home, ".claude", "projects"), { recursive: true });
    const transcripts = files.filter((name) => name.endsWith(".jsonl")).map((name) => name.slice(-42, -6));
    expect(transcripts.sort()).toEqual([first, second, third].sort());
    await pawl.run(["import"]);
    expect((await pawl.json<{ sessions: object[] }>(["sessions"])).sessions).toHaveLength(3);
    // A clear sentence of the user is a rule at once, whoever found it.
    const list = ["memory", "list"];
    const { memories } = await pawl.json<{ memories: { content: string }[] }>(list);
    expect(memories.map(({ content }) => content).join("\n")).toContain("round half to even");
  },
  LIMIT,
);
