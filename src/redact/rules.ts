import { kubernetesAnchor, phraseAnchors } from "./documents.ts";
import { bearerAnchor, parameterAnchors } from "./headers.ts";
import { hintAnchors, languageAnchors } from "./languages.ts";
import { nameAnchors } from "./named.ts";
import { flagAnchors, placeAnchors } from "./places.ts";
import { privateKeyAnchor, privateKeyTailAnchor, puttyAnchor } from "./private-key.ts";
import { privateAnchor } from "./private-tag.ts";
import { jwtAnchor, providerAnchors } from "./providers.ts";
import type { Anchor } from "./scan.ts";
import { urlAnchors } from "./urls.ts";
import { percentAnchors } from "./wrapped.ts";

/** All rules, in the order in which they are asked where several begin at one place. */
export const rules: Anchor[] = [
  ...providerAnchors,
  jwtAnchor,
  privateKeyAnchor,
  privateKeyTailAnchor,
  puttyAnchor,
  ...urlAnchors,
  bearerAnchor,
  ...parameterAnchors,
  ...flagAnchors,
  ...phraseAnchors,
  ...placeAnchors,
  kubernetesAnchor,
  ...nameAnchors,
  ...languageAnchors,
  ...percentAnchors,
  ...hintAnchors,
  privateAnchor,
];
