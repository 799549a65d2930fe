/** Brings an older schema up to date. Only its owner can; everybody else goes on with what there is. */
import type { ServerConnection } from "./connection.ts";
import { stateOf } from "./errors.ts";
import { upgradeSchema } from "./schema.ts";

/** True if the schema changed. */
export async function upgradeTeam(connection: ServerConnection): Promise<boolean> {
  const [row] = await connection.query<{ mine: boolean }>(
    "select pg_get_userbyid(nspowner) = session_user as mine from pg_namespace where nspname = 'pawl'",
  );
  if (row?.mine !== true) return false;
  try {
    await connection.run([upgradeSchema]);
  } catch (error) {
    // Another machine of the owner has already upgraded it.
    if (stateOf(error) !== "40001") throw error;
  }
  return true;
}
