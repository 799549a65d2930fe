import { afterAll, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { createCounts, readEntries } from "../../src/clients/transcripts/entries.ts";
import { createSplitter } from "../../src/clients/transcripts/lines.ts";
import { type Checkpoint, readTranscript } from "../../src/clients/transcripts/read.ts";
import { createRecords } from "../../src/clients/transcripts/to-records.ts";
import { keepAll, SESSION, script, toJsonl } from "../fixtures/transcript-lines.ts";
import { anyJson, anyText, LIMIT, runs } from "./runs.ts";

const dir = mkdtempSync(join(tmpdir(), "pawl-fuzz-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A line of a known kind whose fields may contain anything. */
const line = fc
  .tuple(
    fc.constantFrom(
      "user",
      "assistant",
      "system",
      "attachment",
      "progress",
      "queue-operation",
      "something-new",
    ),
    fc.dictionary(
      fc.constantFrom(
        "message",
        "toolUseResult",
        "promptId",
        "uuid",
        "timestamp",
        "sessionId",
        "agentId",
        "isMeta",
        "attachment",
        "subtype",
        "data",
        "isSidechain",
      ),
      fc.oneof(
        anyJson,
        fc.constantFrom(
          { content: [{ type: "tool_use", id: "t1" }] },
          { content: [{ type: "tool_result", tool_use_id: "t1" }] },
        ),
      ),
    ),
  )
  .map(([type, fields]) => ({ ...fields, type }));

test(
  "any line is read, whatever it contains, and gives records of some session or none",
  () => {
    const text = fc.oneof(
      anyText,
      anyJson.map((value) => JSON.stringify(value)),
      line.map((value) => JSON.stringify(value)),
    );
    const property = fc.property(fc.array(text, { maxLength: 8 }), (lines) => {
      const records = createRecords(keepAll);
      const counts = createCounts();
      for (const one of lines) for (const entry of readEntries(one, SESSION, counts)) records.push(entry);
      records.finish(Number.POSITIVE_INFINITY);
      for (const batch of records.take()) {
        for (const { sessionId } of [
          ...batch.prompts,
          ...batch.observations,
          ...batch.responses,
          ...batch.events,
        ]) {
          expect(sessionId).toBe(batch.session.id);
        }
      }
      expect(counts.lines).toBe(lines.length);
    });
    fc.assert(property, runs);
  },
  LIMIT,
);

test(
  "the lines of a file are the same however it is split into chunks",
  () => {
    const bytes = fc
      .array(fc.oneof(fc.constant("\n"), fc.constant("\r\n"), anyText), { maxLength: 12 })
      .map((l) => l.join(""));
    const property = fc.property(
      bytes,
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      (text, sizes) => {
        const whole = Buffer.from(text);
        const read = (next: (i: number) => number) => {
          const splitter = createSplitter(0, 1 << 20);
          const lines: { text: string | undefined; start: number; end: number }[] = [];
          for (let at = 0, i = 0; at < whole.length; i++) {
            const end = Math.min(whole.length, at + next(i));
            lines.push(...splitter.push(Buffer.from(whole.subarray(at, end))));
            at = end;
          }
          const rest = splitter.rest();
          return rest === undefined ? lines : [...lines, rest];
        };
        const expected = read(() => whole.length);
        expect(read((i) => sizes[i % sizes.length] ?? 1)).toEqual(expected);
        expect(expected.at(-1)?.end ?? 0).toBe(whole.length);
      },
    );
    fc.assert(property, runs);
  },
  LIMIT,
);

/** What a client does, turn by turn. */
const conversation = fc
  .array(fc.constantFrom("user", "call", "result", "say", "end", "queued", "interrupt"), {
    minLength: 1,
    maxLength: 14,
  })
  .map((steps) => {
    const s = script("new");
    let calls = 0;
    return steps.map((step, i) => {
      if (step === "user") return s.user(`Ask ${i}`);
      if (step === "call") return s.call(`t${++calls}`, "Bash", { command: `echo ${calls}` });
      if (step === "result") return s.result(`t${Math.max(1, calls)}`, "done");
      if (step === "say") return s.say(`Said ${i}`);
      if (step === "queued") return s.queued(`Queued ${i}`);
      return step === "end" ? s.turnEnd() : s.interrupt();
    });
  });

test(
  "the same records come out however often and wherever reading stops and continues",
  async () => {
    let number = 0;
    const property = fc.asyncProperty(
      conversation,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
      async (lines, cuts) => {
        const text = toJsonl(lines);
        const path = join(dir, `${number++}.jsonl`);
        const read = async (from?: Checkpoint) => {
          const found: string[] = [];
          let checkpoint = from;
          for await (const step of readTranscript({ path, sessionId: SESSION, redact: keepAll, from })) {
            checkpoint = step.checkpoint;
            for (const { prompts, observations, events } of step.batches) {
              found.push(...[...prompts, ...observations, ...events].map(({ key }) => key));
            }
          }
          return { found, checkpoint };
        };
        writeFileSync(path, text);
        const expected = new Set((await read()).found);
        const ends = [
          ...cuts.map((part) => Math.floor(part * text.length)).sort((a, b) => a - b),
          text.length,
        ];
        writeFileSync(path, "");
        const seen = new Set<string>();
        let written = 0;
        let checkpoint: Checkpoint | undefined;
        for (const end of ends) {
          appendFileSync(path, text.slice(written, end));
          written = end;
          const step = await read(checkpoint);
          checkpoint = step.checkpoint;
          for (const key of step.found) seen.add(key);
        }
        rmSync(path);
        expect([...seen].sort()).toEqual([...expected].sort());
      },
    );
    await fc.assert(property, runs);
  },
  LIMIT * 2,
);
