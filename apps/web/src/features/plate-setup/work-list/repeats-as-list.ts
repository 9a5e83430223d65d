import type { RepeatEntry, Run } from '@curvewell/domain';

import { kitVersionsOf } from '../assay-choices.ts';
import { fillWell } from '../draft/fill-in.ts';
import { changeWell, type PlateDraft } from '../draft/plate-draft.ts';
import type { WorkList } from './read-work-list.ts';
import type { WorkListReading } from './work-list-columns.ts';
import type { WorkListPreview } from './work-list-plate.ts';

/** How the rows of `repeatsAsList` are read: without positions, so that they fill the wells in order. */
export const REPEATS_READING: WorkListReading = {
  hasHeads: false,
  columns: { name: 0, sampleType: 1, orderId: 2 },
};

/** The open entries for kits of the run; others need another plate. */
export function repeatsFor(run: Run, entries: readonly RepeatEntry[]): readonly RepeatEntry[] {
  const kits = new Set(kitVersionsOf(run).map(({ kit }) => kit.id));
  return entries.filter(({ kit, from }) => kits.has(kit.id) && from.id !== run.id);
}

/** Entries of the repeat list as a work list. */
export const repeatsAsList = (entries: readonly RepeatEntry[]): WorkList => ({
  rows: entries.map(({ name, sampleType, orderId }) => [name, sampleType, orderId ?? '']),
  lines: entries.map((_, index) => index + 1),
  delimiter: ';',
  encoding: 'UTF-8',
});

interface Repeated {
  readonly entries: readonly RepeatEntry[];
  readonly run: Run;
  readonly day: string;
}

/** Sets the kit of each repeated sample, where the run has several, and what follows from it. */
export function withKits(preview: WorkListPreview, { entries, run, day }: Repeated): WorkListPreview {
  const versions = kitVersionsOf(run);
  const left = [...entries];
  const after = new Map(preview.after);
  for (const position of preview.changed) {
    const well = after.get(position);
    const index = left.findIndex(({ name, orderId }) => name === well?.name && orderId === well.orderId);
    const [entry] = index < 0 ? [] : left.splice(index, 1);
    const kitVersion = versions.find(({ kit }) => kit.id === entry?.kit.id);
    if (well === undefined || kitVersion === undefined || well.kitVersion?.kit.id === kitVersion.kit.id)
      continue;
    after.set(position, fillWell(changeWell(well, { field: 'kitVersion', value: kitVersion }), { run, day }));
  }
  return { ...preview, after: after satisfies PlateDraft };
}
