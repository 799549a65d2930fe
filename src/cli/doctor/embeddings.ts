/** The endpoint for embeddings, where the user has one: whether it answers, in time and as before. */

import { PawlError, toMessage } from "../../errors.ts";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { createEndpoint, type Endpoint } from "../../model/embedding/endpoint.ts";
import type { Home } from "../../platform/paths.ts";
import { withStore } from "../open-store.ts";
import { type Check, fine, wrong } from "./check.ts";

const NAME = "embeddings";
const LONGEST_MS = 5000;

export async function checkEmbeddings(home: Home): Promise<Check> {
  const { embeddings } = readUserSettings(home).settings;
  const endpoint = createEndpoint(embeddings, home.dir);
  if (endpoint === undefined) return fine(NAME, "off: search goes by words");
  const { model, counts } = await withStore(async (store) => ({
    model: await store.vectorModel(),
    counts: await store.vectorCounts(),
  }));
  const queue = `${counts.embedded} records have a vector, ${counts.waiting} wait`;
  let answer: { dimensions: number; ms: number };
  try {
    answer = await tryOut(endpoint);
  } catch (error) {
    return wrong(NAME, `${toMessage(error)}. Search goes on by words; ${queue}`, fixFor(error));
  }
  const injected = `${endpoint.model} at ${endpoint.shown}: ${answer.dimensions} dimensions in ${answer.ms} ms`;
  if (model?.name === endpoint.model && model.dimensions !== answer.dimensions) {
    return wrong(
      NAME,
      `${injected}, but its vectors here have ${model.dimensions}. Search goes on by words; ${queue}`,
      "Run pawl doctor --fix: all vectors are made anew.",
      () => withStore((store) => store.dropVectors()),
    );
  }
  if (answer.ms > embeddings.timeoutMs) {
    return wrong(
      NAME,
      `${injected}, but a prompt waits ${embeddings.timeoutMs} ms at most: it goes on by words; ${queue}`,
      "Set embeddings.timeoutMs higher in config.json, up to 1000, or use a faster model.",
    );
  }
  return fine(NAME, `${injected}; ${queue}`);
}

/** The first answer may wait for a model that is loaded; the better of two says how fast it is. */
async function tryOut(endpoint: Endpoint): Promise<{ dimensions: number; ms: number }> {
  let best = Number.POSITIVE_INFINITY;
  let dimensions = 0;
  for (let time = 0; time < 2; time++) {
    const began = performance.now();
    const [vector] = await endpoint.embed(["pawl doctor"], AbortSignal.timeout(LONGEST_MS));
    dimensions = vector?.length ?? 0;
    best = Math.min(best, Math.ceil(performance.now() - began));
  }
  return { dimensions, ms: best };
}

function fixFor(error: unknown): string {
  if (!(error instanceof PawlError)) return "Look at embeddings in config.json.";
  if (error.hint !== undefined) return error.hint;
  if (error.code === "embeddings_down") {
    return "Start it, or take embeddings.url out of config.json.";
  }
  return "Correct embeddings.url, model or keyFile in config.json.";
}
