import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

import type { BrowserContext, Page } from 'playwright/test';

/**
 * A picture as text: the mean luminance of each cell of 32 × 32 px as one of 64 characters. 240 of them are 250 kB, which
 * Git packs well, and a difference names its place (ADR 0100).
 */
export type Picture = readonly string[];

const CELL_PX = 32;
const LEVELS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Levels of 64; antialiasing makes up to one, the smallest icon four. */
const TOLERANCE = 2;
const FOLDER = new URL('../../files/pictures/', import.meta.url);

/** Replaces what differs from day to day: figures and hashes by text of the same width, ages and names of days by one. */
export function steady(page: Page): Promise<void> {
  return page.evaluate(() => {
    const plain = (text: string): string =>
      text
        .replaceAll(/\b[0-9a-f]{6,}\b/g, (hash) => '0'.repeat(hash.length))
        .replaceAll(/\d+ (min|h|s|days?)\b/g, '0 min')
        .replaceAll(/\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g, 'Day')
        .replaceAll(
          /\b(January|February|March|April|May|June|July|August|September|October|November|December)\b/g,
          'Month',
        )
        .replaceAll(/\d/g, '0');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      // The theme has its sizes and colours in such an element.
      if (node.parentElement?.closest('style, script') !== null) continue;
      const text = node.nodeValue ?? '';
      if (plain(text) !== text) node.nodeValue = plain(text);
    }
    for (const input of document.querySelectorAll('input'))
      if (input.value !== '') input.value = plain(input.value);
  });
}

/** The shown part of a page. */
export async function pictureOf(page: Page): Promise<{ readonly picture: Picture; readonly png: Buffer }> {
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const means = await withBlankPage(page.context(), (blank) =>
    blank.evaluate(cellMeans, { image: png.toString('base64'), cell: CELL_PX }),
  );
  const character = (mean: number) =>
    LEVELS[Math.min(LEVELS.length - 1, Math.floor(mean * LEVELS.length))] ?? '';
  return { picture: means.map((row) => row.map(character).join('')), png };
}

async function withBlankPage<T>(context: BrowserContext, use: (page: Page) => Promise<T>): Promise<T> {
  const blank = await context.newPage();
  try {
    return await use(blank);
  } finally {
    await blank.close();
  }
}

/** The mean luminance of each cell, 0 to 1, in rows. Runs in a page. */
async function cellMeans({
  image,
  cell,
}: {
  readonly image: string;
  readonly cell: number;
}): Promise<number[][]> {
  const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  if (canvas === null) throw new Error('no canvas');
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  const columns = Math.ceil(width / cell);
  const sums = Array.from({ length: Math.ceil(height / cell) }, () =>
    Array.from({ length: columns }, () => ({ sum: 0, count: 0 })),
  );
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const at = sums[Math.floor(y / cell)]?.[Math.floor(x / cell)];
    if (at === undefined) continue;
    const [red = 0, green = 0, blue = 0] = data.subarray(pixel * 4, pixel * 4 + 3);
    // Rec. 709.
    at.sum += (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
    at.count += 1;
  }
  return sums.map((row) => row.map(({ sum, count }) => sum / count));
}

/** Where two pictures differ: “x 320, y 64: 12 levels”. */
export function differencesOf(before: Picture, after: Picture): string[] {
  if (before.length !== after.length || before[0]?.length !== after[0]?.length) return ['another size'];
  return after.flatMap((row, y) =>
    row.split('').flatMap((character, x) => {
      const levels = Math.abs(LEVELS.indexOf(character) - LEVELS.indexOf(before[y]?.[x] ?? ''));
      return levels > TOLERANCE ? [`x ${x * CELL_PX}, y ${y * CELL_PX}: ${levels} levels`] : [];
    }),
  );
}

const fileOf = (group: string) => new URL(`${group.replaceAll(/\W+/g, '-')}.txt`, FOLDER);

/** The accepted pictures of a group, by their names. */
export function acceptedPictures(group: string): Map<string, Picture> {
  const file = fileOf(group);
  if (!existsSync(file)) return new Map();
  const parts = readFileSync(file, 'utf8').split('# ').slice(1);
  return new Map(
    parts.map((part) => {
      const [name = '', ...rows] = part.trim().split('\n');
      return [name, rows];
    }),
  );
}

/** Accepts the pictures of a group, replacing its former ones. */
export function acceptPictures(group: string, pictures: ReadonlyMap<string, Picture>): void {
  mkdirSync(FOLDER, { recursive: true });
  const parts = [...pictures].map(([name, rows]) => `# ${name}\n${rows.join('\n')}\n`);
  writeFileSync(fileOf(group), parts.join(''));
}
