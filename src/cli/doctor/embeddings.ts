/** Does the endpoint for embeddings answer, in time, and with the same model as before? */

import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { createEndpoint, type Endpoint } from "../../model/embedding/endpoint.ts";
import { PawlError } from "../../platform/errors.ts";
import type { Home } from "../../platform/paths.ts";
import { toReason } from "../failure.ts";
import { withStore } from "../open-store.ts";
import { words } from "../words.ts";
import { type Check, fine, wrong } from "./check.ts";

const NAME = "embeddings";
const LONGEST_MS = 5000;

export async function checkEmbeddings(home: Home): Promise<Check> {
  const { embeddings } = readUserSettings(home).settings;
  const endpoint = createEndpoint(embeddings, home.dir);
  if (endpoint === undefined) return fine(NAME, words.doctor.embeddings.off);
  const { model, counts } = await withStore(async (store) => ({
    model: await store.vectorModel(),
    counts: await store.vectorCounts(),
  }));
  const say = words.doctor.embeddings;
  const queue = say.queue(counts.embedded, counts.waiting);
  let answer: { dimensions: number; ms: number };
  try {
    answer = await tryOut(endpoint);
  } catch (error) {
    return wrong(NAME, say.failed(toReason(error), queue), fixFor(error));
  }
  const state = say.ok(endpoint.model, endpoint.shown, answer.dimensions, answer.ms);
  if (model?.name === endpoint.model && model.dimensions !== answer.dimensions) {
    return wrong(NAME, say.dimensions(state, model.dimensions, queue), say.dimensionsFix, () =>
      withStore((store) => store.dropVectors()),
    );
  }
  if (answer.ms > embeddings.timeoutMs) {
    return wrong(NAME, say.slow(state, embeddings.timeoutMs, queue), say.slowFix);
  }
  return fine(NAME, `${state}; ${queue}`);
}

/** The first answer may include loading the model, so the better of two counts. */
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
  const say = words.doctor.embeddings;
  if (!(error instanceof PawlError)) return say.settingsFix;
  return error.code === "embeddings_down" ? say.downFix : say.wrongFix;
}
