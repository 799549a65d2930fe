/** Search by meaning for a command: as in the daemon, with a longer timeout. */

import type { Settings } from "../hooks/config/schema.ts";
import { systemClock } from "../platform/clock.ts";
import { pawlHome } from "../platform/paths.ts";
import type { FindSimilar } from "../search/similar.ts";
import type { Store } from "../store/store.ts";

const WAIT_MS = 2000;

/** `use` gets undefined if no endpoint for embeddings is configured. */
export async function withSimilar<Result>(
  store: Store,
  { embeddings }: Settings,
  use: (similar: FindSimilar | undefined) => Promise<Result>,
): Promise<Result> {
  if (embeddings.url === undefined) return use(undefined);
  const [{ createAsking }, { createBreaker }, { createEndpoint }, { createSimilar }, { redactor }] =
    await Promise.all([
      import("../model/embedding/ask.ts"),
      import("../model/embedding/breaker.ts"),
      import("../model/embedding/endpoint.ts"),
      import("../search/similar.ts"),
      import("../redact/redactor.ts"),
    ]);
  const endpoint = createEndpoint(embeddings, pawlHome().dir);
  if (endpoint === undefined) return use(undefined);
  const asking = createAsking({ endpoint, breaker: createBreaker(systemClock), waitMs: WAIT_MS });
  try {
    return await use(
      createSimilar({
        store,
        model: endpoint.model,
        embed: asking.ask,
        redact: (text) => redactor.text(text),
        // Search by words still works.
        onError: () => undefined,
      }),
    );
  } finally {
    await asking.close();
  }
}
