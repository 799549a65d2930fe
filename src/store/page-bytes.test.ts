import { expect, test } from "bun:test";
import { clearUnused, hasUnused, isZero } from "./page-bytes.ts";

const SIZE = 512;
const TABLE_LEAF = 13;
const TYPES = { 2: 12, 5: 12, 10: 8, 13: 8 } as const;

interface PageParts {
  type: number;
  cells?: number;
  /** Where the content begins; 0 stands for 65,536. */
  content: number;
  /** Free blocks: their place, the next one's and their size. */
  free?: [at: number, next: number, size: number][];
}

/** Every byte that is not the header's or a free block's own is 0xEE. */
function pageOf({ type, cells = 0, content, free = [] }: PageParts, size = SIZE): Buffer {
  const page = Buffer.alloc(size, 0xee);
  page[0] = type;
  page.writeUInt16BE(free[0]?.[0] ?? 0, 1);
  page.writeUInt16BE(cells, 3);
  page.writeUInt16BE(content, 5);
  page[7] = 0;
  for (const [at, next, length] of free) {
    page.writeUInt16BE(next, at);
    page.writeUInt16BE(length, at + 2);
  }
  return page;
}

/** The parts of a page that are zero from the header on, as [from, to]. */
function zeros(page: Buffer, from: number): [number, number][] {
  const found: [number, number][] = [];
  for (let at = from; at < page.length; at++) {
    const last = found.at(-1);
    if (page[at] !== 0) continue;
    if (last?.[1] === at) last[1] = at + 1;
    else found.push([at, at + 1]);
  }
  return found;
}

test.each(Object.entries(TYPES))(
  "of a tree page of type %s, what is between the list of cells and the content is cleared",
  (type, header) => {
    const page = pageOf({ type: Number(type), cells: 3, content: 400 });
    const whole = Buffer.from(page);
    expect(hasUnused(page, 0, SIZE)).toBeTrue();
    expect(clearUnused(page)).toBeTrue();
    expect(zeros(page, header)).toEqual([[header + 6, 400]]);
    expect(page.equals(whole.fill(0, header + 6, 400))).toBeTrue();
    // A second time there is nothing left.
    expect([hasUnused(page, 0, SIZE), clearUnused(page)]).toEqual([false, false]);
  },
);

test.each([0, 1, 3, 6, 9, 11, 12, 14, 20, 26])(
  "a page of type %d is no tree page: nothing is known of it",
  (type) => {
    const page = pageOf({ type, content: 400, free: [[420, 0, 30]] });
    const before = Buffer.from(page);
    expect([hasUnused(page, 0, SIZE), clearUnused(page), page.equals(before)]).toEqual([false, false, true]);
  },
);

test("free blocks are cleared but for their own four bytes, in order; the cells around them stay", () => {
  const free: PageParts["free"] = [
    [300, 350, 20],
    [350, 400, 4],
    [400, 0, 5],
  ];
  const page = pageOf({ type: TABLE_LEAF, cells: 1, content: 300, free });
  const expected = Buffer.from(page).fill(0, 10, 300).fill(0, 304, 320).fill(0, 404, 405);
  expect(clearUnused(page)).toBeTrue();
  expect(page.equals(expected)).toBeTrue();
  // They are reason enough to look closer, also when they are clean.
  expect([hasUnused(page, 0, SIZE), clearUnused(page)]).toEqual([true, false]);
});

test("a block that goes beyond the page ends with it, and one without room for its head is none", () => {
  const long = pageOf({ type: TABLE_LEAF, cells: 0, content: 500, free: [[500, 0, 900]] });
  clearUnused(long);
  expect(zeros(long, 502)).toEqual([[504, 512]].map(([from, to]) => [from, to] as [number, number]));
  const last = pageOf({ type: TABLE_LEAF, cells: 252, content: 512, free: [[508, 0, 4]] });
  expect(clearUnused(last)).toBeFalse();
  const outside = pageOf({ type: TABLE_LEAF, cells: 252, content: 512 });
  outside.writeUInt16BE(509, 1);
  expect(clearUnused(outside)).toBeFalse();
});

test("a chain of blocks that goes back or stands still is damage: it ends there", () => {
  for (const next of [300, 250]) {
    const free: PageParts["free"] = [[300, next, 20]];
    if (next === 250) free.push([250, 0, 20]);
    const page = pageOf({ type: TABLE_LEAF, cells: 100, content: 300, free });
    const expected = Buffer.from(page).fill(0, 208, 300).fill(0, 304, 320);
    expect(clearUnused(page)).toBeTrue();
    expect(page.equals(expected)).toBeTrue();
  }
});

test("a page with a cell in front of its content is damaged: nothing is changed", () => {
  for (const type of [TABLE_LEAF, 5]) {
    const page = pageOf({ type, cells: 3, content: 400 });
    const list = TYPES[type as keyof typeof TYPES];
    page.writeUInt16BE(400, list);
    page.writeUInt16BE(400, list + 4);
    const damaged = Buffer.from(page);
    damaged.writeUInt16BE(399, list + 4);
    const before = Buffer.from(damaged);
    expect([clearUnused(damaged), damaged.equals(before)]).toEqual([false, true]);
    expect(clearUnused(page)).toBeTrue();
  }
});

test("a content that begins at 0 begins at 65,536, and never behind the page's end", () => {
  const page = pageOf({ type: TABLE_LEAF, content: 0 });
  expect(hasUnused(page, 0, SIZE)).toBeTrue();
  clearUnused(page);
  expect(zeros(page, 7)).toEqual([[7, SIZE]]);
  expect(hasUnused(page, 0, SIZE)).toBeFalse();
  const large = pageOf({ type: TABLE_LEAF, content: 0 }, 65_536);
  large.fill(0, 8, 65_535);
  expect(hasUnused(large, 0, 65_536)).toBeTrue();
  expect(clearUnused(large)).toBeTrue();
  expect(isZero(large, 8, 65_536)).toBeTrue();
});

test("a page that is full of cells has nothing unused, and a single byte between is something", () => {
  const full = pageOf({ type: TABLE_LEAF, cells: 10, content: 28 });
  const before = Buffer.from(full);
  expect([hasUnused(full, 0, SIZE), clearUnused(full), full.equals(before)]).toEqual([false, false, true]);
  const one = pageOf({ type: TABLE_LEAF, cells: 10, content: 29 });
  expect([hasUnused(one, 0, SIZE), clearUnused(one), one[27], one[28], one[29]]).toEqual([
    true,
    true,
    0xee,
    0,
    0xee,
  ]);
  const overlapping = pageOf({ type: TABLE_LEAF, cells: 20, content: 28 });
  expect([hasUnused(overlapping, 0, SIZE), clearUnused(overlapping)]).toEqual([false, false]);
});

test("a page inside of a larger buffer is judged by its own bytes", () => {
  const clean = pageOf({ type: TABLE_LEAF, cells: 1, content: 400 });
  clearUnused(clean);
  const used = pageOf({ type: TABLE_LEAF, cells: 1, content: 400 });
  const interior = pageOf({ type: 5, cells: 0, content: 12 });
  const oneByte = pageOf({ type: 5, cells: 0, content: 13 });
  const buffer = Buffer.concat([used, clean, used, interior, oneByte]);
  expect([0, 1, 2, 3, 4].map((page) => hasUnused(buffer, page * SIZE, SIZE))).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
});

test("a free block at a round place is one too", () => {
  const page = pageOf({ type: TABLE_LEAF, cells: 0, content: 256, free: [[256, 0, 4]] });
  page.fill(0, 8, 256);
  expect([hasUnused(page, 0, SIZE), clearUnused(page)]).toEqual([true, false]);
});

test("the last block may be only its own four bytes at the end, and it leads on to none", () => {
  const page = pageOf({
    type: TABLE_LEAF,
    cells: 242,
    content: 492,
    free: [
      [492, 504, 6],
      [504, 0, 8],
    ],
  });
  const expected = Buffer.from(page).fill(0, 496, 498).fill(0, 508, 512);
  expect(clearUnused(page)).toBeTrue();
  expect(page.equals(expected)).toBeTrue();
});

test("zero is when every byte from the first to before the last is", () => {
  const bytes = Buffer.of(1, 0, 0, 1);
  expect([isZero(bytes, 1, 3), isZero(bytes, 0, 2), isZero(bytes, 1, 4), isZero(bytes, 2, 2)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
