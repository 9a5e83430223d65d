import { expect, test } from 'vitest';

import { text } from '../../locale/text.ts';
import { zonesElsewhere } from './zones-in-view.ts';

const zone = (name: string, minTemp: number, maxTemp: number) => ({
  id: name,
  name,
  label: name,
  minTemp,
  maxTemp,
  minThreshold: null,
  minQuality: null,
});

test('REVIEW-178 a chart without a zone in view says where the zones are', () => {
  const zones = [zone('C', 48.5, 53), zone('D', 54, 58.5), zone('E', 96, 98)];
  const elsewhere = zonesElsewhere({ constantZoneInfos: zones }, [75.1, 94.9]);
  expect(elsewhere && text.curves.zonesElsewhere(elsewhere)).toBe(
    'C ends at 53.0 °C, D at 58.5 °C. E begins at 96.0 °C.',
  );
  expect(text.curves.noZone(75.1, 94.9)).toBe('No zone between 75.1 and 94.9 °C.');
  // A partly visible zone is enough. A phase without zones needs no hint.
  expect(zonesElsewhere({ constantZoneInfos: zones }, [58.5, 94.9])).toBeNull();
  expect(zonesElsewhere({ constantZoneInfos: zones }, [40, 48.5])).toBeNull();
  expect(zonesElsewhere({ constantZoneInfos: [] }, [75.1, 94.9])).toBeNull();
});
