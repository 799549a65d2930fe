import { expect, test } from "bun:test";
import fc from "fast-check";
import { BadHookInput, HOOK_EVENTS, parseHookInput, parseJson } from "../../src/clients/index.ts";
import { toBatch } from "../../src/pipeline/batch.ts";
import { run } from "../../src/pipeline/run.ts";
import type { Services } from "../../src/pipeline/services.ts";
import { keepAll } from "../fixtures/transcript-lines.ts";
import { anyJson, anyText, LIMIT, runs } from "./runs.ts";

/** An event with the fields that we read, each of any type. */
const fields = [
  "transcript_path",
  "cwd",
  "prompt_id",
  "agent_id",
  "agent_type",
  "tool_name",
  "tool_input",
  "tool_response",
  "tool_use_id",
  "prompt",
  "source",
  "error",
  "last_assistant_message",
  "duration_ms",
  "reason",
];
const event = fc
  .tuple(
    fc.oneof(fc.constantFrom(...HOOK_EVENTS), anyText),
    fc.string({ minLength: 1, maxLength: 40 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...fields), anyText), anyJson, { maxKeys: 8 }),
  )
  .map(([hook_event_name, session_id, rest]) => ({ ...rest, hook_event_name, session_id }));

test(
  "any JSON is an event or a BadHookInput, and an event can be stored",
  () => {
    const property = fc.property(fc.oneof(anyJson as fc.Arbitrary<unknown>, event), (value) => {
      try {
        const input = parseHookInput(value);
        const batch = toBatch(input, { at: 1, project: "/p", cwd: "/p", redact: keepAll });
        const { prompts = [], observations = [], responses = [], events = [] } = batch;
        for (const { key, sessionId } of [...prompts, ...observations, ...responses, ...events]) {
          expect(sessionId).toBe(input.sessionId);
          expect(key).toStartWith(`${input.sessionId}/`);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(BadHookInput);
      }
    });
    // Found by this test: a non-text id, on an event that is not a tool call, lost the event.
    const examples: [unknown][] = [
      [{ tool_use_id: {}, hook_event_name: "CwdChanged", session_id: "s" }],
      [{ tool_use_id: null, hook_event_name: "Elicitation", session_id: "s" }],
    ];
    fc.assert(property, { ...runs, examples });
  },
  LIMIT,
);

test(
  "the same event gives the same keys, whatever it contains",
  () => {
    const property = fc.property(event, (value) => {
      fc.pre(value.hook_event_name !== "");
      const keys = () => {
        const seen = { at: 5, project: "/p", cwd: "/p", redact: keepAll };
        const { prompts, observations, responses, events } = toBatch(
          parseHookInput(structuredClone(value)),
          seen,
        );
        return [prompts, observations, responses, events].flatMap((list) =>
          (list ?? []).map(({ key }) => key),
        );
      };
      expect(keys()).toEqual(keys());
    });
    fc.assert(property, runs);
  },
  LIMIT,
);

test(
  "S1.24 the pipeline answers an object to any body, even if every service fails, and never throws",
  async () => {
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
    // A plain flag, not a service.
    const flags = { isPlayback: false };
    const working = { ...flags, log: silent, count: () => undefined, live: { publish: () => undefined } };
    const services = new Proxy({ ...working, daily: { answered: () => undefined } } as unknown as Services, {
      get(target, name) {
        if (name in target) return target[name as keyof Services];
        throw new Error("a service that always fails");
      },
    });
    const body = fc.oneof(
      anyText,
      event.map((value) => JSON.stringify(value)),
      anyJson.map((v) => JSON.stringify(v)),
    );
    const property = fc.asyncProperty(body, async (text) => {
      const { output } = await run({ body: text, env: {}, at: 1 }, services);
      // PreCompact's empty answer has its own format (S3.7).
      expect([{}, { result: "" }]).toContainEqual(output as object);
    });
    await fc.assert(property, runs);
  },
  LIMIT,
);

test(
  "endlessly nested JSON is rejected",
  () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 200_000 }),
      fc.constantFrom("[", '{"a":'),
      (depth, open) => {
        const close = open === "[" ? "]" : "}";
        try {
          parseJson(`${open.repeat(depth)}1${close.repeat(depth)}`);
        } catch (error) {
          expect(error).toBeInstanceOf(BadHookInput);
        }
      },
    );
    fc.assert(property, { ...runs, numRuns: Math.min(runs.numRuns, 300) });
  },
  LIMIT,
);
