import type { Prisma } from '../../generated/prisma/client.ts';

/** The content of a well as names, which stay readable after the named objects are deleted. */
export interface WellValues {
  readonly name: string | null;
  readonly orderId: string | null;
  readonly sampleType: string | null;
  readonly kit: string | null;
  readonly lot: string | null;
  readonly reactionBuffer: string | null;
  readonly expected: string | null;
}

/** A well without content, or one that does not exist. */
export const NOTHING_SET: WellValues = {
  name: null,
  orderId: null,
  sampleType: null,
  kit: null,
  lot: null,
  reactionBuffer: null,
  expected: null,
};

export interface SavedWell {
  readonly position: string;
  readonly channel: string;
  /** Both null: unchanged. */
  readonly from: WellValues | null;
  readonly to: WellValues | null;
}

export interface WellsChange extends Prisma.InputJsonObject {
  readonly what: keyof WellValues;
  readonly from: string | null;
  readonly to: string | null;
  /** `A1 FAM` */
  readonly wells: string[];
}

/** The changes for the audit trail. Filling a plate of 384 wells in two channels gives a few lines. */
export function wellsChanges(saved: readonly SavedWell[]): WellsChange[] {
  const changes = new Map<string, WellsChange>();
  for (const { position, channel, from, to } of saved) {
    if (from === null || to === null) continue;
    for (const what of Object.keys(to) as (keyof WellValues)[]) {
      if (from[what] === to[what]) continue;
      const key = JSON.stringify([what, from[what], to[what]]);
      const change = changes.get(key) ?? { what, from: from[what], to: to[what], wells: [] };
      change.wells.push([position, channel].join(' ').trim());
      changes.set(key, change);
    }
  }
  return [...changes.values()];
}
