import { describe, expect, it } from 'vitest';

import { foundPeak, phaseWith, zoneOf } from '../../test/peaks.ts';
import type { PhaseConfiguration } from '../configuration.ts';
import type { FoundPeak } from '../peaks/found-peak.ts';
import { zonesAssign } from './zones-assign.ts';

const assign = (change: Partial<FoundPeak>, zones: PhaseConfiguration['zones']) => {
  const [peak] = zonesAssign([foundPeak(change)], phaseWith(zones));
  return peak!;
};

describe('a zone', () => {
  it.each([
    [57.999, null],
    [58, 'A'],
    [60, 'A'],
    [62, 'A'],
    [62.001, null],
  ])('from 58 to 62 °C, with a peak at %d °C: %s', (tm, zone) => {
    expect(assign({ tm }, [zoneOf('A', 58, 62)])).toMatchObject({ zone, accepted: true, reason: null });
  });

  it('is absent if the phase has none, and the peak still counts', () => {
    expect(assign({}, [])).toMatchObject({ zone: null, accepted: true, measured: null, limit: null });
  });

  it('is also assigned to a peak that its phase rejects', () => {
    expect(assign({ height: 29 }, [zoneOf('A', 58, 62)])).toMatchObject({
      zone: 'A',
      accepted: false,
      reason: 'height-below-threshold',
      measured: 29,
      limit: 30,
    });
  });
});

describe('the limits of a zone', () => {
  const strict = [zoneOf('A', 58, 62, { minThreshold: 80, minQuality: 0.7 })];

  it('accept a peak exactly on them', () => {
    expect(assign({ height: 80, quality: 0.7 }, strict)).toMatchObject({ zone: 'A', accepted: true });
  });

  it('reject a lower peak, with the value and the limit', () => {
    expect(assign({ height: 79.9 }, strict)).toMatchObject({
      zone: 'A',
      accepted: false,
      reason: 'zone-height-below-threshold',
      measured: 79.9,
      limit: 80,
    });
    expect(assign({ quality: 0.69 }, strict)).toMatchObject({
      zone: 'A',
      accepted: false,
      reason: 'zone-quality-below-threshold',
      measured: 0.69,
      limit: 0.7,
    });
  });

  it('apply after those of the phase, height before quality', () => {
    expect(assign({ height: 20, quality: 0.1 }, strict).reason).toBe('height-below-threshold');
    expect(assign({ height: 79, quality: 0.5 }, strict).reason).toBe('zone-height-below-threshold');
  });

  it('do not apply outside the zone, and never relax the phase’s', () => {
    expect(assign({ tm: 63, height: 50 }, strict).accepted).toBe(true);
    const loose = [zoneOf('A', 58, 62, { minThreshold: 0, minQuality: 0 })];
    expect(assign({ height: 29 }, loose).reason).toBe('height-below-threshold');
    expect(assign({ height: 30, quality: 0.39 }, loose).reason).toBe('quality-below-threshold');
  });
});

describe('KIT-280 where zones touch', () => {
  const [first, second] = [zoneOf('A', 58, 60, { minThreshold: 10 }), zoneOf('B', 60, 62)];

  it.each([
    [59.999, 'A'],
    [60, 'B'],
    [60.001, 'B'],
    [58, 'A'],
    [62, 'B'],
  ])('a peak at %d °C belongs to %s, in any order', (tm, zone) => {
    expect(assign({ tm }, [first, second])).toMatchObject({ zone, accepted: true });
    expect(assign({ tm }, [second, first])).toMatchObject({ zone, accepted: true });
  });

  it('the limits of the zone that ends there do not apply', () => {
    const strict = zoneOf('A', 58, 60, { minThreshold: 80 });
    expect(assign({ tm: 60, height: 50 }, [strict, second])).toMatchObject({ zone: 'B', accepted: true });
    expect(assign({ tm: 60, height: 50 }, [strict])).toMatchObject({ zone: 'A', accepted: false });
  });
});

describe('where zones overlap', () => {
  const first = zoneOf('A', 58, 62, { minThreshold: 90 });
  const second = zoneOf('B', 60, 64, { minThreshold: 80 });

  it('a peak belongs to the first that contains it', () => {
    expect(assign({ tm: 61 }, [first, second])).toMatchObject({ zone: 'A', accepted: true });
    expect(assign({ tm: 61 }, [second, first])).toMatchObject({ zone: 'B', accepted: true });
    expect(assign({ tm: 63 }, [first, second])).toMatchObject({ zone: 'B', accepted: true });
  });

  it('it belongs to the first whose limits it passes', () => {
    expect(assign({ tm: 61, height: 85 }, [first, second])).toMatchObject({ zone: 'B', accepted: true });
  });

  it('if it passes none, the first rejects it', () => {
    expect(assign({ tm: 61, height: 79 }, [first, second])).toMatchObject({
      zone: 'A',
      accepted: false,
      reason: 'zone-height-below-threshold',
      measured: 79,
      limit: 90,
    });
  });
});

describe('REVIEW-304 a peak that may be part of a higher one', () => {
  const part = { tm: 61, height: 100, leastBeside: 120 };

  it('does not count in the zone of another target', () => {
    expect(assign(part, [zoneOf('A', 60, 64)])).toMatchObject({
      zone: 'A',
      accepted: false,
      reason: 'small-beside-highest',
      measured: 100,
      limit: 120,
    });
  });

  it('counts outside all zones, where nothing explains it', () => {
    expect(assign(part, [zoneOf('A', 66, 70)])).toMatchObject({ zone: null, accepted: true });
  });

  it('does not count without zones', () => {
    expect(assign(part, [])).toMatchObject({ accepted: false, reason: 'small-beside-highest' });
  });
});

it('peaks keep their order and values, and are compared with each other', () => {
  const high = foundPeak({ tm: 60, height: 1000, significance: 500 });
  const low = foundPeak({ tm: 68, height: 40, width: 2, area: 80, tmError: null, quality: 0.8 });
  expect(zonesAssign([low, high], phaseWith([zoneOf('A', 58, 62)]))).toEqual([
    {
      tm: 68,
      tmError: null,
      height: 40,
      width: 2,
      area: 80,
      significance: 50,
      quality: 0.8,
      zone: null,
      accepted: false,
      reason: 'small-beside-highest',
      measured: 40,
      limit: 50,
    },
    {
      tm: 60,
      tmError: 0.05,
      height: 1000,
      width: 3,
      area: 300,
      significance: 500,
      quality: 0.9,
      zone: 'A',
      accepted: true,
      reason: null,
      measured: null,
      limit: null,
    },
  ]);
});
