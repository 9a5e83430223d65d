import { combinationLabel as domainLabel } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { combinationLabel, zoneCombinations } from './zone-combinations.ts';

describe('combinations of zones', () => {
  it('are all sorted subsets: NONE first, then by length, then by letter', () => {
    expect(zoneCombinations(['C', 'A', 'B']).map(({ label }) => label)).toEqual([
      'NONE',
      'A',
      'B',
      'C',
      'A + B',
      'A + C',
      'B + C',
      'A + B + C',
    ]);
  });

  it('of one length are sorted by their letters', () => {
    const pairs = zoneCombinations(['D', 'B', 'C', 'A']).filter(({ zones }) => zones.length === 2);
    expect(pairs.map(({ zones }) => zones.join(''))).toEqual(['AB', 'AC', 'AD', 'BC', 'BD', 'CD']);
  });

  it('have the domain’s labels', () => {
    for (const { zones, label } of zoneCombinations(['B', 'A', 'D'])) {
      expect(domainLabel(zones)).toBe(label);
      expect(combinationLabel([...zones].reverse())).toBe(label);
    }
  });

  it('do not repeat a zone of two phases', () => {
    expect(zoneCombinations(['A', 'A']).map(({ label }) => label)).toEqual(['NONE', 'A']);
  });
});
