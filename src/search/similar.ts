/** What is near a text in meaning: the endpoint gives the text's vector, the store what lies near it. */

import type { Store } from "../store/store.ts";
import { embeddedText } from "../text/embedded-text.ts";
import { NEAR_FLOOR, similarityOf, strengthOf } from "./rank/meaning.ts";
import { vectorsIn } from "./sql/index.ts";
import type { NearHit, NearQuery } from "./types.ts";

export interface SimilarHit extends Omit<NearHit, "similarity"> {
  /** 0 as unrelated texts are, 1 as two wordings of the same. */
  strength: number;
}

export type SimilarScope = Pick<NearQuery, "project" | "type" | "since" | "except"> & { limit?: number };

/** Nearest first; nothing when the endpoint does not answer in time. Never rejects. */
export type FindSimilar = (text: string, scope: SimilarScope) => Promise<SimilarHit[]>;

export interface SimilarDeps {
  store: Store;
  model: string;
  /** Of a text without secrets; undefined when there is none to be had now. */
  embed(text: string): Promise<Float32Array | undefined>;
  redact(text: string): string;
  onError(error: unknown): void;
}

const MOST = 40;
/** Far more than is sent, so that a secret that is cut in two here is not. */
const READ_CHARACTERS = 20_000;

export function createSimilar({ store, model: name, embed, redact, onError }: SimilarDeps): FindSimilar {
  return async (text, { limit = MOST, ...scope }) => {
    try {
      const model = await vectorsIn(store).vectorModel();
      // Nothing to compare with yet: then nothing is sent either.
      if (model?.name !== name) return [];
      const asked = embeddedText("query", redact(text.slice(0, READ_CHARACTERS)));
      const vector = asked === undefined ? undefined : await embed(asked);
      if (vector === undefined || vector.length !== model.dimensions) return [];
      const least = similarityOf(NEAR_FLOOR, model);
      const near = await vectorsIn(store).nearest({ ...scope, vector, least, limit });
      return near.map(({ similarity, ...hit }) => ({ ...hit, strength: strengthOf(similarity, model) }));
    } catch (error) {
      onError(error);
      return [];
    }
  };
}

/** For a `CandidateSource`. */
export function similarTo(
  text: string,
  scope: { project: string; except?: readonly string[] },
  find: FindSimilar | undefined,
): { similar?: () => Promise<SimilarHit[]> } {
  return find === undefined ? {} : { similar: () => find(text, scope) };
}
