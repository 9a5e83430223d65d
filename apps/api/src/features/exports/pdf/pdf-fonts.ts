import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

import { create, type Font, type GlyphRun } from 'fontkit';

export type Weight = 400 | 600;

/** The subsets of the font, in the order of lookup. */
export const FONT_PARTS = [
  ...(['latin', 'latin-ext', 'vietnamese'] as const),
  ...(['greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'] as const),
] as const;
export type FontPart = (typeof FONT_PARTS)[number];

/** The most words in a cache of a font; the reports of a laboratory have a few thousand, numbers included. */
export const REMEMBERED_WORDS = 20_000;

const require = createRequire(import.meta.url);
const fonts = new Map<string, Font>();

/**
 * Opens a font once in each thread: unpacking it and laying out every word took a third of the time of a
 * large report.
 */
export function openFont(part: FontPart, weight: Weight): Font {
  const name = `inter-${part}-${weight}-normal.woff`;
  const known = fonts.get(name);
  if (known !== undefined) return known;
  const font = create(unpackWoff(readFileSync(require.resolve(`@fontsource/inter/files/${name}`))));
  if (!('layout' in font)) throw new Error(`${name} is a collection`);
  nameGlyphs(font);
  const remembering = rememberWords(font);
  fonts.set(name, remembering);
  return remembering;
}

/** Byte order marks: fonts have glyphs for them, but PDF/A forbids them. */
const NO_TEXT = /[\ufeff\ufffe\uffff]/;
const partsOfCharacters = new Map<string, FontPart | undefined>();

/** The first subset with a glyph for a character. PDF/A forbids missing glyphs. */
export function partWith(character: string): FontPart | undefined {
  if (!partsOfCharacters.has(character)) {
    const code = character.codePointAt(0) ?? 0;
    const part = NO_TEXT.test(character)
      ? undefined
      : FONT_PARTS.find((name) => openFont(name, 400).hasGlyphForCodePoint(code));
    partsOfCharacters.set(character, part);
  }
  return partsOfCharacters.get(character);
}

/**
 * Sizes in a WOFF file: the header and one entry of the table directory; and the same in an unpacked font.
 */
const WOFF = { header: 44, entry: 20 } as const;
const SFNT = { header: 12, entry: 16 } as const;

/**
 * Unpacks the font from a WOFF file. The font library would unpack its tables again for every glyph that it
 * embeds.
 *
 * @see https://www.w3.org/TR/WOFF/ sections 3 to 5
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(SFNT.header + count * SFNT.entry);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let end = header.length;
  for (let index = 0; index < count; index++) {
    const entry = WOFF.header + index * WOFF.entry;
    const [offset = 0, packedLength = 0, length = 0] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at));
    const packed = woff.subarray(offset, offset + packedLength);
    const table = packedLength < length ? inflateSync(packed) : packed;
    const own = SFNT.header + index * SFNT.entry;
    woff.copy(header, own, entry, entry + 4);
    woff.copy(header, own + 4, entry + 16, entry + 20);
    header.writeUInt32BE(end, own + 8);
    header.writeUInt32BE(length, own + 12);
    const padding = Buffer.alloc(-length & 3);
    tables.push(table, padding);
    end += length + padding.length;
  }
  return Buffer.concat([header, ...tables]);
}

/**
 * Gives each glyph its character. The library does so only when it first makes a glyph: that of the full stop would have
 * none if it was first embedded as a part of another glyph. Readers and copied text would then lack it.
 */
function nameGlyphs(font: Font): void {
  for (const code of font.characterSet) font.glyphForCodePoint(code);
}

/** Returns copies, because the PDF library scales them in place. */
function rememberWords(font: Font): Font {
  const place = font.layout.bind(font);
  const runs = new Map<string, GlyphRun>();
  font.layout = (text, ...how) => {
    if (how.some((one) => one !== undefined)) return place(text, ...how);
    let run = runs.get(text);
    if (run === undefined) {
      if (runs.size >= REMEMBERED_WORDS) runs.clear();
      run = place(text);
      runs.set(text, run);
    }
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(run) as object) as GlyphRun, run, { positions });
  };
  return font;
}
