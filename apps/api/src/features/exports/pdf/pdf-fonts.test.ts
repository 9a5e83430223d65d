import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { create } from 'fontkit';
import { expect, it } from 'vitest';

import { openFont, partWith } from './pdf-fonts.ts';

const WORDS = ['Heterozygous', 'LCT-13910 ', '55.31 ', 'AVAVA'];

it('a report’s font lays out a word like the font library, even after its result was modified', () => {
  const file = createRequire(import.meta.url).resolve('@fontsource/inter/files/inter-latin-400-normal.woff');
  const plain = create(readFileSync(file));
  if (!('layout' in plain)) throw new Error('one font');
  const font = openFont('latin', 400);
  for (const word of WORDS) {
    const expected = plain.layout(word);
    for (const position of font.layout(word).positions) position.xAdvance *= 2;
    const run = font.layout(word);
    expect(run.glyphs.map(({ id }) => id)).toEqual(expected.glyphs.map(({ id }) => id));
    expect(run.positions.map((position) => ({ ...position }))).toEqual(
      expected.positions.map((position) => ({ ...position })),
    );
    expect(run.advanceWidth).toBe(expected.advanceWidth);
  }
});

it('a subset is used only for characters for which it has a glyph, in both weights', () => {
  const shown: string[] = [];
  for (let code = 0x20; code <= 0xffff; code++) {
    const character = String.fromCodePoint(code);
    const part = partWith(character);
    if (part === undefined) continue;
    shown.push(character);
    const glyphs = ([400, 600] as const).map((weight) => openFont(part, weight).hasGlyphForCodePoint(code));
    expect(glyphs, `${part} ${code.toString(16)}`).toEqual([true, true]);
  }
  expect(shown).toEqual(expect.arrayContaining(' Aé‘…−µΩЖ№'.split(/(?=.)/u)));
  // Not in the font: a non-breaking hyphen, and characters that PDF/A forbids.
  for (const sign of ['\u2011', '\u0085', '\ufeff', '\uffff', '😀']) expect(partWith(sign)).toBeUndefined();
});

it('each glyph has its character, also if it is first made as a part of another glyph', () => {
  const file = createRequire(import.meta.url).resolve('@fontsource/inter/files/inter-latin-600-normal.woff');
  const plain = create(readFileSync(file));
  if (!('layout' in plain)) throw new Error('one font');
  const ids = plain.characterSet.map((code) => plain.glyphForCodePoint(code).id);
  const font = openFont('latin', 600);
  expect(ids.filter((id) => font.getGlyph(id).codePoints.length === 0)).toEqual([]);
});
