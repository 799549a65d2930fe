/** Whether PgBouncer stands before the database: it refuses a setting in the login that PostgreSQL itself takes. */
import type { Address } from "./address.ts";
import { openConnection } from "./connection.ts";

const LONGEST_MS = 5000;

export async function isPooled(address: Address): Promise<boolean> {
  const startup = { statement_timeout: String(LONGEST_MS) };
  await using connection = openConnection(address, { connectMs: LONGEST_MS, queryMs: LONGEST_MS, startup });
  try {
    await connection.query("select 1");
    return false;
  } catch (error) {
    // Other problems are reported by the call that needed this answer.
    return /startup parameter/.test(String(error));
  }
}
