import type { SignedHead } from '@curvewell/domain';

import type { TimeStamps } from '../../../signing/time-stamps.ts';
import type { HeadPlace } from './rolled-back.ts';

interface Dependencies {
  readonly headPlaces: readonly HeadPlace[];
  readonly timeStamps: TimeStamps;
}

/** Requests a time stamp of a head's signature and stores it in each external place. */
export async function stampHead({ headPlaces, timeStamps }: Dependencies, signed: SignedHead): Promise<void> {
  const { token } = await timeStamps.stamp(Buffer.from(signed.signature, 'base64'));
  for (const place of headPlaces) await place.keepStamp(signed, token);
}
