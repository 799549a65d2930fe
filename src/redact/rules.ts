/** The rules of all stages, as anchors of the one scan. */
import { kubernetesAnchor, phraseAnchors } from "./documents.ts";
import { hintAnchors, languageAnchors } from "./languages.ts";
import { nameAnchors } from "./named.ts";
import { placeAnchors } from "./places.ts";
import { privateKeyAnchors } from "./private-key.ts";
import { privateAnchor } from "./private-tag.ts";
import { jwtAnchor, providerAnchors } from "./providers.ts";
import type { Anchor } from "./scan.ts";
import { urlAnchors } from "./urls.ts";

/** All rules. If several begin at one index, the first in this order wins. */
export const rules: Anchor[] = [
  ...providerAnchors,
  jwtAnchor,
  ...privateKeyAnchors,
  ...urlAnchors,
  ...phraseAnchors,
  ...placeAnchors,
  kubernetesAnchor,
  ...nameAnchors,
  ...languageAnchors,
  ...hintAnchors,
  privateAnchor,
];
