import type { SignedHead } from '@curvewell/domain';

import type { TimeStamps } from '../../../signing/time-stamps.ts';
import type { HeadPlace } from './rolled-back.ts';

interface Dependencies {
  readonly headPlaces: readonly HeadPlace[];
  readonly timeStamps: TimeStamps;
}

/** Fetches the time stamp of a head's signature, and puts it beside the head in each place outside. */
export async function stampHead({ headPlaces, timeStamps }: Dependencies, signed: SignedHead): Promise<void> {
  const { token } = await timeStamps.stamp(Buffer.from(signed.signature, 'base64'));
  for (const place of headPlaces) await place.keepStamp(signed, token);
}
