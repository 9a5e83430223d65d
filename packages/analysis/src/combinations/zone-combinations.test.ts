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

  it('of one length are sorted by their first letter, then by their second', () => {
    const pairs = zoneCombinations(['D', 'B', 'C', 'A']).filter(({ zones }) => zones.length === 2);
    expect(pairs.map(({ zones }) => zones.join(''))).toEqual(['AB', 'AC', 'AD', 'BC', 'BD', 'CD']);
  });

  it('are labelled as the domain labels them', () => {
    for (const { zones, label } of zoneCombinations(['B', 'A', 'D'])) {
      expect(domainLabel(zones)).toBe(label);
      expect(combinationLabel([...zones].reverse())).toBe(label);
    }
  });

  it('do not repeat a zone that two phases share', () => {
    expect(zoneCombinations(['A', 'A']).map(({ label }) => label)).toEqual(['NONE', 'A']);
  });
});
