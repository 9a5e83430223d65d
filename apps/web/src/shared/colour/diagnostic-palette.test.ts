import { builtInDiagnosticSchema, DIAGNOSTIC_CATALOGUE, DIAGNOSTIC_FILL } from '@curvewell/domain';
import { describe, expect, test } from 'vitest';

import { contrast } from './colour.ts';
import {
  colourDifference,
  COLOUR_VISION_NAMES,
  type ColourVision,
  freeColour,
  mostSimilar,
} from './colour-vision.ts';
import { colorLook, CURVE_TONE, curveToneOf, diagnosticLook, edgeOf, textOn } from './diagnostic-palette.ts';

const PALETTE = builtInDiagnosticSchema.options.map((name) => ({
  name,
  code: DIAGNOSTIC_CATALOGUE[name].letters,
  fill: DIAGNOSTIC_FILL[name],
  ...CURVE_TONE[name],
}));

/** Code, diagnostic, fill, text, curve on light, curve on dark: the list that screens and reports share. */
const LIST = `
W HOMOZYGOUS_WILD_TYPE #41cfff black #2c8db5 #1dceff
X HETEROZYGOUS #ffd60f black #ab7d00 #ffd900
M HOMOZYGOUS_MUTATED #c26e00 black #964b02 #df9100
N NEGATIVE #b3b9ad black #7f877f #b5b8ad
OK TEST_OK #45746a white #386866 #5a8173
KO TEST_KO #690000 white #630004 #c8532c
H HEALTHY #8abd6f black #56793b #88c078
S SICK #b02401 white #8b1d14 #ea664d
A ABNORMAL #9177f3 black #896ff1 #9b83fb
X1 HETEROZYGOUS_13910 #bef6af black #5e915a #bbf6ac
X2 HETEROZYGOUS_13915 #b09bb4 black #80668d #b39db4
X3 HETEROZYGOUS_14009 #0e9b71 black #2a8261 #009f73
X4 HETEROZYGOUS_14010 #916d9b black #997992 #9980ab
M1 HOMOZYGOUS_MUTATED_13910 #7143b4 white #7244b4 #9365b0
M2 HOMOZYGOUS_MUTATED_13915 #7a3f41 white #753f41 #aa6656
M3 HOMOZYGOUS_MUTATED_14009 #434c61 white #424b5f #82848e
M4 HOMOZYGOUS_MUTATED_14010 #480182 white #480e82 #8e61eb`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

test('REVIEW-02 CONST-35 the palette equals the list of 17 diagnostics', () => {
  const shown = PALETTE.map(({ name, code, fill, light, dark }) => {
    const look = diagnosticLook({ diagnostic: name }, 'light');
    expect([look.code, look.fill, look.curve]).toEqual([code, fill, light]);
    return [code, name, fill, look.text === '#ffffff' ? 'white' : 'black', light, dark];
  });
  expect(shown.toSorted()).toEqual(LIST.toSorted());
});

const pairs = (list: readonly string[]): [string, string][] =>
  list.flatMap((first, index) => list.slice(index + 1).map((second): [string, string] => [first, second]));

/** The smallest difference between two colours; below 9 they are hard to distinguish. */
function smallest(list: readonly string[], vision: ColourVision): number {
  return Math.min(...pairs(list).map(([first, second]) => colourDifference(first, second, vision)));
}

test('KIT-28 a warning appears when a chosen colour looks like another of the kit to some users', () => {
  const others = [{ label: 'Homozygous mutated', color: DIAGNOSTIC_FILL.HOMOZYGOUS_MUTATED }];
  expect(mostSimilar(DIAGNOSTIC_FILL.HETEROZYGOUS, others)).toBeNull();
  // This green differs from the brown, except in deuteranopia.
  const alike = mostSimilar('#8f8a00', others);
  expect(alike).toMatchObject({ label: 'Homozygous mutated', vision: 'deuteranopia' });
  expect(alike?.difference).toBeLessThan(9);
  expect(colourDifference('#8f8a00', '#c26e00', 'normal')).toBeGreaterThan(20);
});

describe.each(COLOUR_VISION_NAMES)('seen with %s vision', (vision) => {
  const all = PALETTE;
  const daily = all.filter(({ code }) => ['W', 'X', 'M', 'N', 'OK', 'KO'].includes(code));

  test('fills differ by at least 13, the most common ones by at least 22', () => {
    expect(
      smallest(
        all.map(({ fill }) => fill),
        vision,
      ),
    ).toBeGreaterThan(13);
    expect(
      smallest(
        daily.map(({ fill }) => fill),
        vision,
      ),
    ).toBeGreaterThan(22);
  });

  test('curves differ by at least 8.5, the most common ones by at least 14', () => {
    for (const scheme of ['light', 'dark'] as const) {
      expect(
        smallest(
          all.map((look) => look[scheme]),
          vision,
        ),
      ).toBeGreaterThan(8.5);
      expect(
        smallest(
          daily.map((look) => look[scheme]),
          vision,
        ),
      ).toBeGreaterThan(14);
    }
  });
});

test('text on every fill has at least 4.5:1', () => {
  for (const { name, fill } of PALETTE) expect(contrast(fill, textOn(fill)), name).toBeGreaterThan(4.5);
});

test("text, edge and curve tone of a laboratory's own colour follow the same rules", () => {
  const look = diagnosticLook(
    { diagnostic: 'HETEROZYGOUS', label: 'Lactase persistent', color: '#fff8c0' },
    'light',
  );
  expect(look).toMatchObject({ code: 'X', name: 'Lactase persistent', fill: '#fff8c0', text: '#000000' });
  expect(contrast(look.curve, '#ffffff')).toBeGreaterThanOrEqual(3);
  expect(look.edge).toBe(edgeOf('#fff8c0', 'light'));
  expect(curveToneOf('#101010', 'dark')).not.toBe('#101010');
});

test('a result without a diagnostic is a question mark without a fill', () => {
  expect(diagnosticLook(null, 'light')).toMatchObject({
    code: '?',
    name: 'No call',
    fill: null,
    text: '#434c58',
  });
});

test('DIAG-25 an own diagnostic has its letters, words and colour', () => {
  const own = {
    id: '00000000-0000-4000-8000-000000000001',
    diagnostic: { name: 'Species A', label: 'Species A' },
    diagnosticLabel: 'Candida albicans detected',
    color: '#45746a',
    letters: 'SA',
  };
  expect(colorLook(own, 'light')).toMatchObject({
    code: 'SA',
    name: 'Candida albicans detected',
    fill: '#45746a',
    text: '#ffffff',
    curve: curveToneOf('#45746a', 'light'),
  });
});

test('DIAG-21 a new own diagnostic gets a colour that is easy to distinguish from the others', () => {
  const others: { label: string; color: string }[] = [];
  for (let count = 0; count < 8; count += 1) {
    const color = freeColour(others);
    expect(mostSimilar(color, others), `colour ${count + 1}`).toBeNull();
    others.push({ label: color, color });
  }
});
