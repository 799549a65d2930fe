/** `docs/openapi.json`: the HTTP API, from the Zod schemas that check its requests. */
import { z } from "zod";
import { OPERATIONS, OTHER_PATHS } from "../src/daemon/api/operations.ts";
import type { Operation } from "../src/daemon/api/request.ts";
import { defaultPort } from "../src/platform/paths.ts";
import { version } from "../src/platform/version.ts";

type Json = Record<string, unknown>;

/** Routes that anyone on the machine may ask. */
const OPEN = new Set(["/api/health"]);

const ERRORS = {
  Invalid: "The request is not valid",
  Unauthorized: "The token is missing or wrong",
  Foreign: "The Host or the Origin is not Pawl's own",
  Missing: "It does not exist",
  TooLarge: "The body is too large",
};
const ERROR_CONTENT = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };

export function openApi(): string {
  const paths: Record<string, Json> = {};
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method]: toOperation(name, operation) };
  }
  const document = {
    openapi: "3.1.0",
    info: { title: "Pawl", version, description: "See docs/api.md for examples." },
    servers: [
      {
        url: "http://127.0.0.1:{port}",
        // Every user has their own; `pawl status` shows it.
        variables: { port: { default: String(defaultPort({ uid: 1000, username: "" })) } },
      },
    ],
    security: [{ token: [] }],
    paths: { ...paths, ...OTHER_PATHS },
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "From the file token in Pawl's home" },
      },
      schemas: { Error: schemaOf(z.object({ error: z.string() })) },
      responses: Object.fromEntries(
        Object.entries(ERRORS).map(([name, description]) => [name, { description, content: ERROR_CONTENT }]),
      ),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function toOperation(
  name: string,
  { path, summary, description, query, body, answer, canMiss }: Operation,
): Json {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, key]) => ({
    name: key,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const parameters = [...inPath, ...(query === undefined ? [] : toParameters(schemaOf(query)))];
  return {
    operationId: name,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(OPEN.has(path) ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body) } } } }),
    responses: {
      200: { description: "Done", content: { "application/json": { schema: schemaOf(answer) } } },
      400: error("Invalid"),
      ...(OPEN.has(path) ? {} : { 401: error("Unauthorized") }),
      403: error("Foreign"),
      ...(canMiss === true ? { 404: error("Missing") } : {}),
      ...(body === undefined ? {} : { 413: error("TooLarge") }),
    },
  };
}

function error(name: keyof typeof ERRORS): Json {
  return { $ref: `#/components/responses/${name}` };
}

/** As it is sent: defaults are optional. */
function schemaOf(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12" });
  return json;
}

function toParameters({ properties = {}, required = [] }: z.core.JSONSchema.BaseSchema): Json[] {
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === "boolean" ? {} : property;
    return {
      name,
      in: "query",
      ...(required.includes(name) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema,
    };
  });
}
