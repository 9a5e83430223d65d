import { describe, expect, test } from 'vitest';

import { review } from '../../../../test/review-sketch.ts';
import { nextUnresolved } from './next-unresolved.ts';

describe('an unresolved well', () => {
  test('is found in reading order, forwards and backwards, wrapping around the plate', () => {
    const wells = review([
      { position: 'A2', result: null },
      { position: 'B1', result: null },
      { position: 'A10', result: null },
    ]);
    const channels = ['FAM'] as const;
    const next = (from: string | null, backwards = false) =>
      nextUnresolved(wells, { channels, from: { channel: 'FAM', position: from }, backwards })?.well.position;
    expect([next(null), next('A2'), next('A10'), next('B1'), next('A2', true)]).toEqual([
      'A2',
      'A10',
      'B1',
      'A2',
      'B1',
    ]);
    const from = { channel: 'FAM', position: 'B1' } as const;
    expect(nextUnresolved(wells, { channels, from, backwards: false })?.isWrapped).toBe(true);
  });

  test('is found in all channels: the last of one is followed by the first of the next', () => {
    const fam = review([{ position: 'A2', result: null }, { position: 'B1' }]);
    const texasRed = fam.map((well) => ({
      ...well,
      interpreted: { ...well.interpreted, channel: 'TEXAS_RED' as const },
      unresolved: well.position === 'B1' ? 'no result' : null,
    }));
    const channels = ['FAM', 'TEXAS_RED'] as const;
    const step = (channel: (typeof channels)[number], position: string | null, backwards = false) => {
      const next = nextUnresolved([...fam, ...texasRed], {
        channels,
        from: { channel, position },
        backwards,
      });
      return [next?.well.interpreted.channel, next?.well.position, next?.isWrapped];
    };
    expect(step('FAM', null)).toEqual(['FAM', 'A2', false]);
    expect(step('FAM', 'A2')).toEqual(['TEXAS_RED', 'B1', false]);
    expect(step('TEXAS_RED', 'B1')).toEqual(['FAM', 'A2', true]);
    expect(step('TEXAS_RED', 'B1', true)).toEqual(['FAM', 'A2', false]);
    expect(step('FAM', 'A2', true)).toEqual(['TEXAS_RED', 'B1', true]);
  });
});

describe('the next unresolved well', () => {
  const fam = review([
    { position: 'A2', result: null },
    { position: 'B1', result: null },
  ]);
  const inHex = fam.map((well) => ({
    ...well,
    interpreted: { ...well.interpreted, channel: 'HEX' as const },
  }));
  const channels = ['FAM', 'HEX'] as const;
  const step = (channel: 'FAM' | 'HEX', position: string | null, backwards: boolean) => {
    const next = nextUnresolved([...inHex, ...fam], { channels, from: { channel, position }, backwards });
    return [next?.well.interpreted.channel, next?.well.position, next?.isWrapped].join(' ');
  };

  test('of several channels is the next on the plate, then the first of the next channel', () => {
    expect([step('FAM', null, false), step('FAM', 'A2', false), step('FAM', 'B1', false)]).toEqual([
      'FAM A2 false',
      'FAM B1 false',
      'HEX A2 false',
    ]);
    expect([step('HEX', 'A2', false), step('HEX', 'B1', false)]).toEqual(['HEX B1 false', 'FAM A2 true']);
    expect([step('HEX', 'B1', true), step('HEX', 'A2', true), step('FAM', 'B1', true)]).toEqual([
      'HEX A2 false',
      'FAM B1 false',
      'FAM A2 false',
    ]);
    expect([step('FAM', 'A2', true), step('HEX', null, true)]).toEqual(['HEX B1 true', 'HEX B1 false']);
  });

  test('is none where all are resolved', () => {
    const resolved = review([{ position: 'A1' }]);
    const from = { channel: 'FAM', position: null } as const;
    expect(nextUnresolved(resolved, { channels, from, backwards: false })).toBeNull();
  });
});
