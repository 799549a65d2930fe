/** A daemon with an endpoint for embeddings, killed while it waits for vectors and while it stores them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../../../test/e2e/pawl.ts";
import { startEmbeddingServer } from "../../../test/embedding-server.ts";
import { killAll, startServe } from "../../../test/faults/killer.ts";
import { count, expect, expectWhole, place } from "./place.ts";

const KILLS = 4;
/** Texts that it sends before it is killed, at least. */
const TEXTS = 24;
const LONG_MS = 300_000;

export async function killedEmbeddings(database: string): Promise<void> {
  await using at = await place(database);
  await using server = startEmbeddingServer();
  const embeddings = { url: `${server.url}/v1/`, model: "concepts" };
  writeFileSync(join(at.pawl.home, "config.json"), JSON.stringify({ embeddings }));
  const saved = () => count(at.path, "select count(*) as n from vectors where saved > 0");
  let before = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const daemon = startServe(at.pawl);
    const sent = server.texts.length;
    const isAtWork = await eventually(() => server.texts.length >= sent + TEXTS, LONG_MS);
    await Bun.sleep(Math.random() * 60);
    daemon.kill("SIGKILL");
    await daemon.exited;
    await killAll(at.pawl);
    expect("texts are sent", isAtWork, true);
    const now = saved();
    expect(`vectors are kept and added: ${before}, then ${now}`, now > before, true);
    before = now;
  }
  expectWhole(at.path);
}
