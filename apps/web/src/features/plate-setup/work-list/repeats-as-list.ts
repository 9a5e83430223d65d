import type { Position, RepeatEntry, Run } from '@curvewell/domain';

import { kitVersionsOf } from '../assay-choices.ts';
import { fillWell } from '../draft/fill-in.ts';
import { changedWells, changeWell, type PlateDraft } from '../draft/plate-draft.ts';
import type { WorkList } from './read-work-list.ts';
import type { WorkListReading } from './work-list-columns.ts';
import type { WorkListPreview } from './work-list-plate.ts';

/** How the rows of `repeatsAsList` are read: without positions, so that they fill the wells in order. */
export const REPEATS_READING: WorkListReading = {
  hasHeads: false,
  columns: { name: 0, sampleType: 1, orderId: 2 },
};

/** The open entries of earlier runs for kits of the run; others need another plate. */
export function repeatsFor(run: Run, entries: readonly RepeatEntry[]): readonly RepeatEntry[] {
  const kits = new Set(kitVersionsOf(run).map(({ kit }) => kit.id));
  return entries.filter(({ kit, from }) => kits.has(kit.id) && from.businessId < run.businessId);
}

export const repeatsAsList = (entries: readonly RepeatEntry[]): WorkList => ({
  rows: entries.map(({ name, sampleType, orderId }) => [name, sampleType, orderId ?? '']),
  lines: entries.map((_, index) => index + 1),
  delimiter: ';',
  encoding: 'UTF-8',
});

interface Repeated {
  readonly entries: readonly RepeatEntry[];
  readonly run: Run;
  /** Before the list was applied. */
  readonly plate: PlateDraft;
  /** Where the entries went, in order. */
  readonly slots: readonly Position[];
  readonly day: string;
}

/**
 * Sets the kit of each repeated sample, where the run has several, and what follows from it. An entry without an order id
 * leaves none of the sample that was in the well before.
 */
export function withKits(
  preview: WorkListPreview,
  { entries, run, plate, slots, day }: Repeated,
): WorkListPreview {
  const versions = kitVersionsOf(run);
  const after = new Map(preview.after);
  for (const [index, { name, orderId, kit }] of entries.entries()) {
    const position = slots[index];
    const well = position === undefined ? undefined : after.get(position);
    // Rows that were not applied.
    if (position === undefined || well?.name !== name) continue;
    const ordered = changeWell(well, { field: 'orderId', value: orderId });
    const kitVersion = versions.find((version) => version.kit.id === kit.id);
    after.set(
      position,
      kitVersion === undefined || well.kitVersion?.kit.id === kit.id
        ? ordered
        : fillWell(changeWell(ordered, { field: 'kitVersion', value: kitVersion }), { run, day }),
    );
  }
  return { ...preview, after, changed: changedWells(plate, after) };
}
