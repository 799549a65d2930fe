/**
 * Vectors, where the user has an endpoint for them: made in the background, newest records first, a few at a time and
 * at most half of the time. Loaded only then. What is done stands in the store, so a restart goes on where it was.
 */

import type { Settings } from "../hooks/config/schema.ts";
import { createAsking } from "../model/embedding/ask.ts";
import { createBreaker } from "../model/embedding/breaker.ts";
import { createEndpoint, type Endpoint } from "../model/embedding/endpoint.ts";
import type { Clock } from "../platform/clock.ts";
import { PawlError, toMessage } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import type { Redactor } from "../store/records/observation.ts";
import type { Store } from "../store/store.ts";
import { cutText, EMBEDDED_CHARACTERS, embeddedText } from "../text/embedded-text.ts";
import { SAMPLE_TEXTS, toScale } from "./rank/meaning.ts";
import { createSimilar, type FindSimilar } from "./similar.ts";
import { vectorsIn } from "./sql/index.ts";
import type { TicketVector, WaitingText } from "./types.ts";

export interface EmbeddingDeps {
  settings: Settings["embeddings"];
  store: Store;
  redact: Redactor;
  now: Clock;
  log: Log;
  /** What a relative path in the settings is below. */
  dir: string;
}

export interface EmbeddingWork {
  similar: FindSimilar;
  /** Until nothing waits, or the endpoint is away: then the next call goes on. */
  work(): Promise<void>;
  close(): Promise<void>;
}

const AT_ONCE = 8;
/** Between two portions at least; a local model uses the same processor as its user. */
const BREATH_MS = 50;
const PORTION_MS = 60_000;
/** A text that is refused at this length is refused. */
const SHORTEST = 200;

export function createEmbeddingWork(deps: EmbeddingDeps): EmbeddingWork | undefined {
  const { settings, store, redact, now, log } = deps;
  const named = createEndpoint(settings, deps.dir);
  if (named === undefined) return undefined;
  const endpoint: Endpoint = named;
  const stop = new AbortController();
  const asked = createBreaker(now);
  const worked = createBreaker(now);
  /** The portion under way; it makes room for somebody who waits. */
  let portion = new AbortController();
  const asking = createAsking({
    endpoint,
    breaker: asked,
    waitMs: settings.timeoutMs,
    onAsk: () => portion.abort(),
  });
  const similar = createSimilar({
    store,
    model: endpoint.model,
    embed: asking.ask,
    redact: (text) => redact.text(text),
    onError: (error) => log.warn("search by meaning failed", { error }),
  });

  const embed = (texts: readonly string[]): Promise<Float32Array[]> => {
    portion = new AbortController();
    const signal = AbortSignal.any([stop.signal, portion.signal, AbortSignal.timeout(PORTION_MS)]);
    // Stored under older rules, perhaps: what leaves is clean by today's.
    return endpoint.embed(
      texts.map((text) => redact.text(text)),
      signal,
    );
  };

  async function step(): Promise<boolean> {
    const model = await vectorsIn(store).vectorModel();
    if (model?.name !== endpoint.model) await begin();
    const waiting = await vectorsIn(store).waitingForVector(AT_ONCE);
    if (waiting.length === 0) return false;
    await vectorsIn(store).saveVectors(await vectorsOf(waiting, embed));
    return true;
  }

  async function begin(): Promise<void> {
    const name = endpoint.model;
    const vectors = await embed(SAMPLE_TEXTS);
    const dimensions = vectors[0]?.length ?? 0;
    await vectorsIn(store).startVectors({ name, dimensions, ...toScale(vectors) });
    log.info("embeddings begin", { model: name, dimensions });
  }

  let isAway = false;
  async function workThrough(): Promise<void> {
    while (!stop.signal.aborted && worked.isClosed()) {
      const began = performance.now();
      try {
        if (!(await step())) return;
        worked.worked();
        isAway = false;
      } catch (error) {
        if (stop.signal.aborted) return;
        // Made room for a prompt: not the endpoint's fault.
        if (!portion.signal.aborted) {
          // Errors of the store are reported with all background work; errors of the endpoint are for the user to fix.
          if (!isEndpoints(error)) throw error;
          worked.failed();
          // Once, not every five minutes of a weekend.
          if (!isAway) log.warn("no embeddings for now; search goes by words", { problem: toMessage(error) });
          isAway = true;
        }
      }
      await Bun.sleep(Math.max(BREATH_MS, performance.now() - began));
    }
  }

  let running: Promise<void> | undefined;
  return {
    similar,
    work() {
      running ??= workThrough().finally(() => {
        running = undefined;
      });
      return running;
    },
    async close() {
      stop.abort();
      await asking.close();
      await running?.catch(() => undefined);
    },
  };
}

function isEndpoints(error: unknown): boolean {
  return error instanceof PawlError && /^(embeddings_|vector_)/.test(error.code);
}

type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;

/** One text that the endpoint does not take must not keep the others waiting: then each is tried alone, and shorter. */
async function vectorsOf(waiting: readonly WaitingText[], embed: Embed): Promise<TicketVector[]> {
  const texts = waiting.map(({ ticket, type, text }) => ({ ticket, text: embeddedText(type, text) }));
  const sent = texts.flatMap(({ ticket, text }) => (text === undefined ? [] : [{ ticket, text }]));
  const unsent = texts.filter(({ text }) => text === undefined).map(({ ticket }) => ({ ticket }));
  if (sent.length === 0) return unsent;
  try {
    const vectors = await embed(sent.map(({ text }) => text));
    return [...unsent, ...sent.map(({ ticket }, i) => toTicket(ticket, vectors[i]))];
  } catch (error) {
    if (!isRefused(error)) throw error;
    const alone: TicketVector[] = [];
    for (const { ticket, text } of sent) alone.push(toTicket(ticket, await shortened(text, embed)));
    // All of them: then it is not the texts.
    if (alone.every(({ vector }) => vector === undefined)) throw error;
    return [...unsent, ...alone];
  }
}

async function shortened(text: string, embed: Embed): Promise<Float32Array | undefined> {
  for (let most = EMBEDDED_CHARACTERS; most >= SHORTEST; most = Math.floor(most / 2)) {
    try {
      const [vector] = await embed([cutText(text, most)]);
      return vector;
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  }
  return undefined;
}

function isRefused(error: unknown): boolean {
  return error instanceof PawlError && error.code === "embeddings_refused";
}

function toTicket(ticket: string, vector: Float32Array | undefined): TicketVector {
  return vector === undefined ? { ticket } : { ticket, vector };
}
