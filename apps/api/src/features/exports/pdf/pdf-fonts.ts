import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

import { create, type Font, type GlyphRun } from 'fontkit';

export type Weight = 400 | 600;

/** The parts that the font comes in, and the characters that each holds. Tried in this order. */
export const FONT_PARTS = [
  [
    'latin',
    /[ -\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215\ufffd]/u,
  ],
  [
    'latin-ext',
    /[\u0100-\u02ba\u02bd-\u02c5\u1d00-\u1dbf\u1e00-\u1eff\u20a0-\u20ab\u20ad-\u20c0\u2113\u2c60-\u2c7f]/u,
  ],
  ['greek', /[\u0370-\u03ff]/u],
  ['cyrillic', /[\u0301\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/u],
] as const;
export type FontPart = (typeof FONT_PARTS)[number][0];

/** Words whose glyphs a font remembers: reports of a laboratory have a few thousand, figures included. */
const REMEMBERED_WORDS = 20_000;

const require = createRequire(import.meta.url);
const fonts = new Map<string, Font>();

/**
 * A font, read once in a thread: unpacking it and placing the glyphs of every word
 * took a third of a large report's time.
 */
export function openFont(part: FontPart, weight: Weight): Font {
  const name = `inter-${part}-${weight}-normal.woff`;
  const known = fonts.get(name);
  if (known !== undefined) return known;
  const font = create(unpackWoff(readFileSync(require.resolve(`@fontsource/inter/files/${name}`))));
  if (!('layout' in font)) throw new Error(`${name} is a collection`);
  const remembering = rememberWords(font);
  fonts.set(name, remembering);
  return remembering;
}

/** Of a WOFF file: of the header, of one entry in its list of tables, and of the same in an unpacked font. */
const WOFF = { header: 44, entry: 20 } as const;
const SFNT = { header: 12, entry: 16 } as const;

/**
 * The font in a WOFF file. The font library unpacks its tables again for every glyph that it embeds.
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

/** The PDF library scales what it is given in place, so it is given copies. */
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
