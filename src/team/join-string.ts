/** An invitation as one line to paste. It works once: joining changes the password. */
import { z } from "zod";
import { PawlError } from "../platform/errors.ts";
import { addressSchema } from "./server/address.ts";

const schema = z.object({
  /** The version of this format. */
  v: z.literal(1),
  team: z.string(),
  name: z.string(),
  ...addressSchema.shape,
  /** Opens the team's keys, in an encrypted team. */
  secret: z.string().exactOptional(),
});

export type Invitation = z.output<typeof schema>;

const PREFIX = "pawl-join-";

export function encodeInvitation(invitation: Invitation): string {
  return PREFIX + Buffer.from(JSON.stringify(invitation)).toString("base64url");
}

export function parseInvitation(text: string): Invitation {
  const body = text.trim();
  try {
    if (!body.startsWith(PREFIX)) throw new Error("no prefix");
    return schema.parse(JSON.parse(Buffer.from(body.slice(PREFIX.length), "base64url").toString("utf8")));
  } catch (cause) {
    throw new PawlError("team_join_string", "This is no join string.", {
      cause,
      hint: `It is one line that starts with ${PREFIX}; copy all of it.`,
    });
  }
}
