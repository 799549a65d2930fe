/**
 * An OpenAI-compatible embeddings endpoint: `POST {model, input: […]}` → `data[].embedding`. The caller must
 * remove secrets from the texts.
 */
import { homedir } from "node:os";
import { resolve } from "node:path";
import { PawlError, toMessage } from "../../platform/errors.ts";
import { readIfThere } from "../../platform/files.ts";
import { isLoopback, shownUrl, toEmbeddingsUrl } from "./url.ts";

export interface EndpointSettings {
  url?: string | undefined;
  model?: string | undefined;
  keyFile?: string | undefined;
}

export interface Endpoint {
  readonly model: string;
  /** For display. */
  readonly shown: string;
  /**
   * One unit vector per text, all with the same dimensions. Throws a `PawlError`: `embeddings_down` if nothing
   * answers, `embeddings_refused` for these texts or this caller, `embeddings_garbled` for an invalid answer.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
}

const MOST_BYTES = 32 << 20;
const MOST_DIMENSIONS = 16_384;

/** Undefined if the settings name none. `dir`: base of a relative `keyFile`. */
export function createEndpoint(settings: EndpointSettings, dir: string): Endpoint | undefined {
  const { model, keyFile } = settings;
  const url = settings.url === undefined ? undefined : toEmbeddingsUrl(settings.url);
  if (url === undefined || model === undefined) return undefined;
  const shown = shownUrl(url);

  async function embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const key = keyFile === undefined ? undefined : readKey(keyFile, dir);
    let text: string;
    let status: number;
    try {
      const response = await fetch(url ?? "", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input: texts }),
        // Texts and key go only to the address that the user configured.
        redirect: "error",
        signal,
        ...direct(url ?? ""),
      });
      status = response.status;
      text = await readBounded(response);
    } catch (cause) {
      if (cause instanceof PawlError) throw cause;
      throw new PawlError("embeddings_down", `${shown} does not answer (${toMessage(cause)})`, {
        cause,
        params: { url: shown, reason: toMessage(cause) },
      });
    }
    if (status < 200 || status > 299) {
      // An overloaded or starting server counts as down; the texts are not the problem.
      const code = status >= 500 || status === 429 ? "embeddings_down" : "embeddings_refused";
      throw new PawlError(code, `${shown} answers ${status}${toReason(text)}`);
    }
    return toVectors(text, texts.length, shown);
  }

  return { model, shown, embed };
}

/** Requests to this machine bypass the proxy. Bun accepts `false` for "none"; its types do not. */
function direct(url: string): object {
  return isLoopback(url) ? { proxy: false } : {};
}

function readKey(file: string, dir: string): string {
  const path = file.startsWith("~/") ? resolve(homedir(), file.slice(2)) : resolve(dir, file);
  const key = readIfThere(path)?.trim();
  if (key !== undefined && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new PawlError("embeddings_key", `${path} contains no key for the embeddings endpoint`, {
    hint: "Write the key to the file, or remove embeddings.keyFile from config.json.",
    params: { path },
  });
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MOST_BYTES) throw garbled("more than 32 MB");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** The endpoint's own error message, shortened. */
function toReason(text: string): string {
  const said = /"(?:message|error)"\s*:\s*"([^"]{1,160})/.exec(text)?.[1];
  return said === undefined ? "" : `: ${said}`;
}

function toVectors(text: string, wanted: number, shown: string): Float32Array[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw garbled(`${shown} answers something that is not JSON`, cause);
  }
  const data = (body as { data?: unknown } | null)?.data;
  if (!Array.isArray(data) || data.length !== wanted) {
    throw garbled(`${shown} answers without a list of ${wanted} embeddings; its address should end in /v1`);
  }
  const vectors: Float32Array[] = new Array(wanted);
  for (const [place, item] of data.entries()) {
    const { embedding, index = place } = (item ?? {}) as { embedding?: unknown; index?: unknown };
    const vector = toUnit(embedding);
    const isPlace = typeof index === "number" && Number.isInteger(index) && index >= 0 && index < wanted;
    if (vector === undefined || !isPlace || vectors[index] !== undefined) {
      throw garbled(`${shown} answers something that is no embedding`);
    }
    vectors[index] = vector;
  }
  const dimensions = vectors[0]?.length;
  if (vectors.some((vector) => vector.length !== dimensions)) {
    throw garbled(`${shown} answers with embeddings of different lengths`);
  }
  return vectors;
}

/** Normalized to length 1, so that a dot product is a cosine. Undefined for a zero vector and an empty one. */
function toUnit(value: unknown): Float32Array | undefined {
  if (!Array.isArray(value) || value.length > MOST_DIMENSIONS) return undefined;
  let square = 0;
  for (const part of value) {
    if (typeof part !== "number") return undefined;
    square += part * part;
  }
  const length = Math.sqrt(square);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return Float32Array.from(value, (part: number) => part / length);
}

function garbled(message: string, cause?: unknown): PawlError {
  return new PawlError("embeddings_garbled", message, { cause });
}
