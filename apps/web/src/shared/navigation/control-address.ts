import type { ControlKey } from '@curvewell/contracts';

import { paths } from './paths.ts';

export const keyText = ({ sampleType, expected, phase, zone }: ControlKey): string =>
  [sampleType, expected ?? '', phase, zone].join('.');

interface ControlPlace {
  readonly kitId: string;
  readonly reactionBufferId: string;
  readonly analyserId: string;
  readonly channel: string;
  readonly readingId: string;
  /** Null for a negative control. */
  readonly key: ControlKey | null;
}

export function controlAddress({ key, ...place }: ControlPlace): string {
  const query = new URLSearchParams({
    kit: place.kitId,
    buffer: place.reactionBufferId,
    analyser: place.analyserId,
    channel: place.channel,
    reading: place.readingId,
    ...(key !== null && { control: keyText(key) }),
  });
  return `${paths.controls()}?${query.toString()}`;
}
