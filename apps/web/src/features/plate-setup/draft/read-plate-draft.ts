import { isOnPlate, positionSchema, type Run } from '@curvewell/domain';
import { z } from 'zod';

import { readDraft, type DraftPlace } from '../../../shared/forms/draft-storage.ts';
import { lotsOf, kitVersionsOf } from '../assay-choices.ts';
import { type FillSource, fillWell } from './fill-in.ts';
import { changedWells, EMPTY_WELL, type PlateDraft, type WellDraft, changeWell } from './plate-draft.ts';

/** A stored draft: its base, for detecting other users' saves, and the current plate. */
export interface StoredPlateDraft {
  readonly at: string;
  readonly base: readonly (readonly [string, WellDraft])[];
  readonly wells: readonly (readonly [string, WellDraft])[];
}

// Written by this page, so wells are only checked for their shape. Drafts of earlier versions have no order
// ids.
const wellSchema = z
  .custom<WellDraft>(
    (value) => typeof value === 'object' && value !== null && 'sampleType' in value && 'expected' in value,
  )
  .transform((well): WellDraft => ({ ...EMPTY_WELL, ...well }));
const keptSchema = z.object({
  at: z.string(),
  base: z.array(z.tuple([positionSchema, wellSchema])),
  wells: z.array(z.tuple([positionSchema, wellSchema])),
});

export const plateDraftPlace = (runId: string, userId: string): DraftPlace => ({
  what: 'wells',
  userId,
  runId,
});

/** The stored draft of a run's plate; null if there is none or it belongs to another plate. */
export function readPlateDraft(
  run: Run,
  userId: string,
): { readonly at: string; readonly base: PlateDraft; readonly plate: PlateDraft } | null {
  const kept = keptSchema.safeParse(readDraft(plateDraftPlace(run.id, userId))).data;
  if (!kept?.wells.every(([position]) => isOnPlate(position, run.plateType))) return null;
  const base: PlateDraft = new Map(kept.base);
  const plate: PlateDraft = new Map(kept.wells);
  return changedWells(base, plate).length === 0 ? null : { at: kept.at, base, plate };
}

/** Removes kits and lots that step 1 no longer has, then fills in single choices again. */
export function plateOnRun(plate: PlateDraft, source: FillSource): PlateDraft {
  const { run } = source;
  const versions = new Set(kitVersionsOf(run).map(({ id }) => id));
  const isOff = ({ kitVersion }: WellDraft): boolean => kitVersion !== null && !versions.has(kitVersion.id);
  const isLotOff = ({ kitVersion, lot }: WellDraft): boolean =>
    kitVersion !== null && lot !== null && lotsOf(run, kitVersion.id).every(({ id }) => id !== lot.id);
  const fitting = (well: WellDraft): WellDraft => {
    if (isOff(well)) return fillWell(changeWell(well, { field: 'kitVersion', value: null }), source);
    return isLotOff(well) ? fillWell(changeWell(well, { field: 'lot', value: null }), source) : well;
  };
  return [...plate.values()].every((well) => fitting(well) === well)
    ? plate
    : new Map([...plate].map(([position, well]) => [position, fitting(well)] as const));
}
