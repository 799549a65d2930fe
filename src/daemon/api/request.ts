/** Parses API requests and reports errors in one sentence. */
import type { Context } from "hono";
import { z } from "zod";

/** Becomes `{error}` with this status. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    readonly status: 400 | 404 | 413,
    message: string,
  ) {
    super(message);
  }
}

export async function readBody<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  let body: unknown;
  try {
    body = JSON.parse(await c.req.text());
  } catch {
    throw new ApiError(400, "The body is not JSON.");
  }
  return check(schema, body);
}

export function readQuery<S extends z.ZodType>(c: Context, schema: S): z.output<S> {
  return check(schema, c.req.query());
}

function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? "The body" : issue.path.join(".");
  throw new ApiError(400, `${where}: ${issue?.message ?? "not valid"}`);
}

export const sessionId = z.string().min(1).max(200);

/** `?limit=`: default 50, at most 1000. */
export const limit = z.coerce.number().int().min(1).max(1000).default(50);
