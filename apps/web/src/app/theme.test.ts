import { describe, expect, test } from 'vitest';

import { colourMix, contrast } from '../shared/colour/colour.ts';
import { CURVE_TONE, curveToneOf, diagnosticLook, ZONE_GROUND } from '../shared/colour/diagnostic-palette.ts';
import { TOKENS, tokenVariables } from './theme-tokens.ts';

const TEXT: readonly (readonly [ColorToken, ColorToken])[] = [
  ['ink', 'page'],
  ['ink', 'surface'],
  ['ink', 'raised'],
  ['ink', 'sunken'],
  ['ink2', 'page'],
  ['ink2', 'sunken'],
  ['ink3', 'page'],
  ['ink3', 'surface'],
  ['ink3', 'raised'],
  ['ink3', 'sunken'],
  ['ink', 'warningSoft'],
  ['ink2', 'warningSoft'],
  ['warning', 'surface'],
  ['accent', 'surface'],
  ['accent', 'page'],
  ['accent', 'accentSoft'],
  // In highlighted options.
  ['ink', 'accentSoft'],
  ['ink2', 'accentSoft'],
  ['ink3', 'accentSoft'],
  ['warning', 'accentSoft'],
  ['onAccent', 'accent'],
  ['danger', 'surface'],
  ['danger', 'dangerSoft'],
  ['warning', 'warningSoft'],
  ['success', 'surface'],
  ['success', 'successSoft'],
  ['ink', 'kitTag2'],
  ['ink', 'kitTag6'],
];
const EDGES: readonly (readonly [ColorToken, ColorToken])[] = [
  ['control', 'surface'],
  ['control', 'page'],
  ['control', 'raised'],
];
type ColorToken = Exclude<keyof (typeof TOKENS)['light'], 'zoneOdd' | 'zoneEven'>;

describe.each(['light', 'dark'] as const)('the %s theme', (scheme) => {
  const tokens = TOKENS[scheme];

  test('contrast is at least 4.5:1 for text, 3:1 for control borders and 12:1 for the selection ring', () => {
    for (const [text, ground] of TEXT) {
      expect(contrast(tokens[text], tokens[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const [edge, ground] of EDGES) {
      expect(contrast(tokens[edge], tokens[ground]), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
    expect(contrast(tokens.ink, tokens.surface)).toBeGreaterThan(12);
    expect(contrast(tokens.ink, tokens.warningSoft)).toBeGreaterThan(12);
  });
});

/** A translucent token over the surface. */
function ground(scheme: 'light' | 'dark', zone: 'zoneOdd' | 'zoneEven'): string {
  const { surface, [zone]: token } = TOKENS[scheme];
  const [red = 0, green = 0, blue = 0, percent = 0] = token.match(/[\d.]+/g)?.map(Number) ?? [];
  const ink = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  return colourMix(surface, ink, percent / 100);
}

test.each(['light', 'dark'] as const)(
  'REVIEW-358 every curve has 3:1 on plot and zones of the %s theme',
  (scheme) => {
    expect(ground(scheme, 'zoneEven')).toBe(ZONE_GROUND[scheme]);
    const grounds = [TOKENS[scheme].surface, ground(scheme, 'zoneOdd'), ground(scheme, 'zoneEven')];
    const own = ['#ffffff', '#000000', '#ffd60f', '#c80f2d', '#8a8a8a'].map((fill) =>
      curveToneOf(fill, scheme),
    );
    const tones = [
      ...Object.values(CURVE_TONE).map((tone) => tone[scheme]),
      diagnosticLook(null, scheme).curve,
      ...own,
    ];
    for (const tone of tones) {
      for (const on of grounds) expect(contrast(tone, on), `${tone} on ${on}`).toBeGreaterThanOrEqual(3);
    }
  },
);

test('every token is a CSS variable in its theme', () => {
  // The resolver requires Mantine's whole theme but reads none of it.
  const { light, dark } = tokenVariables(undefined as never);
  expect(light).toMatchObject({ '--accent-soft': '#e3edfb', '--ink2': '#434c58', '--kit-tag2': '#e4dbf6' });
  expect(dark).toMatchObject({
    '--page': '#0d0f13',
    '--danger-soft': '#3c1513',
    '--zone-odd': 'rgb(237 240 244 / 6%)',
  });
});
