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

/** All rules, in the order in which they are asked where several begin at one place. */
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
