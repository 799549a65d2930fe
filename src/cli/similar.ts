/** Search by meaning for a command: the same as in the daemon, for somebody who can wait a little longer. */
import type { Settings } from "../engine/config/schema.ts";
import type { FindSimilar } from "../handlers/index.ts";
import { systemClock } from "../platform/clock.ts";
import { pawlHome } from "../platform/paths.ts";
import type { Store } from "../store/store.ts";

const WAIT_MS = 2000;

/** `use` is given nothing when the user has no endpoint for embeddings. */
export async function withSimilar<Result>(
  store: Store,
  { embeddings }: Settings,
  use: (similar: FindSimilar | undefined) => Promise<Result>,
): Promise<Result> {
  if (embeddings.url === undefined) return use(undefined);
  const [{ createAsking }, { createBreaker }, { createEndpoint }, { createSimilar }, { redactor }] =
    await Promise.all([
      import("../platform/embedding/ask.ts"),
      import("../platform/embedding/breaker.ts"),
      import("../platform/embedding/endpoint.ts"),
      import("../handlers/similar.ts"),
      import("../memory/redactor.ts"),
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
        // The words are searched for all the same.
        onError: () => undefined,
      }),
    );
  } finally {
    await asking.close();
  }
}
