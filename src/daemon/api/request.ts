/** Parses API requests and reports errors in one sentence. */

import type { Context, Hono } from "hono";
import { z } from "zod";
import { PawlError } from "../../platform/errors.ts";
import type { Service } from "../service.ts";

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

interface Request<Q extends z.ZodType, B extends z.ZodType> {
  query: z.output<Q>;
  body: z.output<B>;
  c: Context;
}

interface Parts<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> {
  /** What is worth knowing beyond the schema. */
  description?: string;
  query?: Q;
  /** Absent: the request has none. */
  body?: B;
  answer: A;
  /** It names something that may not exist. */
  canMiss?: boolean;
  /** Absent: `app.ts` serves it. The answer's type is checked by the compiler, and by the test of `docs/api.md` at run time. */
  run?(request: Request<Q, B>, service: Service): z.input<A> | Promise<z.input<A>>;
}

export interface Operation<
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> extends Parts<Q, B, A> {
  method: Method;
  /** As Hono writes it, such as `/api/sessions/:id`. */
  path: string;
  summary: string;
}

function by(method: Method) {
  return <A extends z.ZodType, Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodNever>(
    path: string,
    summary: string,
    parts: Parts<Q, B, A>,
  ): Operation<Q, B, A> => ({ method, path, summary, ...parts });
}

export const get = by("get");
export const post = by("post");
export const patch = by("patch");
export const remove = by("delete");

export function serveOperation(app: Hono, service: Service, operation: Operation): void {
  const { method, path, query, body } = operation;
  app.on(method.toUpperCase(), path, async (c) => {
    const request = {
      query: query === undefined ? {} : check(query, c.req.query()),
      body: body === undefined ? undefined : await readBody(c, body),
      c,
    };
    return c.json((await operation.run?.(request, service)) as object);
  });
}
