/** Parses API requests and reports errors in one sentence. */

import type { Context, Hono } from "hono";
import { z } from "zod";
import { PawlError } from "../../platform/errors.ts";

/** Becomes `{error}` with this status. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    readonly status: 400 | 404 | 409 | 413,
    message: string,
  ) {
    super(message);
  }
}

/** Codes of errors that say what is wrong with a request; all others are ours. */
const CALLERS =
  /^(?:memory|relation|version|solution|session|client_file|team)_|^forget_unclear$|^cursor_invalid$/;

/** Somebody else was faster. */
const CONFLICTS: ReadonlySet<string> = new Set(["client_file_changed", "client_file_exists"]);

/** A refusal by the store is the caller's error, and its message explains it. Undefined for errors of our own. */
export function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (!(error instanceof PawlError) || !CALLERS.test(error.code)) return undefined;
  const hint = error.hint === undefined ? "" : ` ${error.hint}`;
  return new ApiError(statusOf(error.code), `${error.message}${hint}`);
}

function statusOf(code: string): 400 | 404 | 409 {
  if (CONFLICTS.has(code)) return 409;
  return code.endsWith("_unknown") ? 404 : 400;
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

/** Ids of other programs may have dots and colons; none is a path. */
export const sessionId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/, "an id has letters, digits and _ . : - only");

/** `?limit=`: default 50, at most 1000. */
export const limit = z.coerce.number().int().min(1).max(1000).default(50);

/** Drops undefined and empty fields: a filter treats absent and undefined differently. */
export function given<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> };
}

// * A route of the API as a value: its schemas check each request, and `docs/openapi.json` is generated from them. What
// is documented is what is checked.

type Method = "get" | "post" | "patch" | "delete";

export interface Operation<
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** As Hono writes it, such as `/api/sessions/:id`. */
  path: string;
  summary: string;
  /** What is worth knowing beyond the schema. */
  description?: string;
  query: Q;
  /** Absent: the request has none. */
  body?: B;
  answer: A;
  /** It names something that may not exist. */
  canMiss?: boolean;
}

const NONE = z.looseObject({});

interface Given<Q, B, A> {
  method: Method;
  path: string;
  summary: string;
  description?: string;
  query?: Q;
  body?: B;
  answer: A;
  canMiss?: boolean;
}

export function operation<
  A extends z.ZodType,
  Q extends z.ZodType = typeof NONE,
  B extends z.ZodType = z.ZodNever,
>(given: Given<Q, B, A>): Operation<Q, B, A> {
  return { ...given, query: given.query ?? (NONE as unknown as Q) };
}

interface Request<Q, B> {
  query: Q;
  body: B;
  c: Context;
}

/** Registers the route. The answer's type is checked by the compiler, and by the test of `docs/api.md` at run time. */
export function serveOperation<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  app: Hono,
  { method, path, query, body }: Operation<Q, B, A>,
  answer: (request: Request<z.output<Q>, z.output<B>>) => Promise<z.input<A>>,
): void {
  app.on(method.toUpperCase(), path, async (c) => {
    const asked = readQuery(c, query);
    const told = body === undefined ? undefined : await readBody(c, body);
    return c.json((await answer({ query: asked, body: told as z.output<B>, c })) as object);
  });
}
