/** Chromium writes large screenshots. The same image with 256 colors has a third of the bytes, for the docs. */
import { deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;

interface Picture {
  width: number;
  height: number;
  /** 0xRRGGBB each. */
  pixels: Uint32Array;
}

export function toSmallerPng(png: Uint8Array): Buffer {
  return encode(decode(Buffer.from(png)));
}

function decode(png: Buffer): Picture {
  const parts: Buffer[] = [];
  let head: Uint8Array & Buffer = Buffer.alloc(0);
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const data = png.subarray(at + 8, at + 8 + length);
    const type = png.toString("latin1", at + 4, at + 8);
    if (type === "IHDR") head = data;
    if (type === "IDAT") parts.push(data);
    at += length + 12;
  }
  const width = head.readUInt32BE(0);
  const height = head.readUInt32BE(4);
  const size = { 2: 3, 6: 4 }[head[9] ?? 0];
  if (head[8] !== 8 || size === undefined || head[12] !== 0)
    throw new Error("not a picture as Chromium writes it");
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * size;
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const from = y * (stride + 1);
    const line = unfilter(raw[from] ?? 0, raw.subarray(from + 1, from + 1 + stride), above, size);
    for (let x = 0; x < width; x++) {
      const i = x * size;
      pixels[y * width + x] = ((line[i] ?? 0) << 16) | ((line[i + 1] ?? 0) << 8) | (line[i + 2] ?? 0);
    }
    above = line;
  }
  return { width, height, pixels };
}

function unfilter(
  filter: number,
  coded: Uint8Array,
  above: Uint8Array,
  size: number,
): Uint8Array<ArrayBuffer> {
  const line = new Uint8Array(coded.length);
  for (let i = 0; i < coded.length; i++) {
    const left = i < size ? 0 : (line[i - size] ?? 0);
    const up = above[i] ?? 0;
    const corner = i < size ? 0 : (above[i - size] ?? 0);
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    line[i] = (coded[i] ?? 0) + guess;
  }
  return line;
}

function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function encode({ width, height, pixels }: Picture): Buffer {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = [...counts.keys()]
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
    .slice(0, COLOURS);
  const index = new Map(palette.map((colour, i) => [colour, i]));
  for (const colour of counts.keys()) if (!index.has(colour)) index.set(colour, nearest(colour, palette));
  const raw = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      raw[y * (width + 1) + 1 + x] = index.get(pixels[y * width + x] ?? 0) ?? 0;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", head),
    chunk("PLTE", colours),
    chunk("IDAT", deflateSync(raw, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function nearest(colour: number, palette: readonly number[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [i, other] of palette.entries()) {
    const red = (colour >> 16) - (other >> 16);
    const green = ((colour >> 8) & 255) - ((other >> 8) & 255);
    const blue = (colour & 255) - (other & 255);
    const distance = red * red + green * green + blue * blue;
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(Bun.hash.crc32(body));
  return Buffer.concat([length, body, check]);
}
