/**
 * A route of the API as a value: its schemas check each request, and `docs/openapi.json` is generated from them. What
 * is documented is what is checked.
 */
import type { Context, Hono } from "hono";
import { z } from "zod";
import { readBody, readQuery } from "./request.ts";

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
