import { isWellSet, type Position, type Run, type Template } from '@curvewell/domain';

import type { KitAssay } from '../../../data/kits.ts';
import { diagnosticsOf, kitVersionsOf, lotsOf } from '../assay-choices.ts';
import {
  changedWells,
  EMPTY_WELL,
  updatePlate,
  type PlateDraft,
  type WellDraft,
} from '../draft/plate-draft.ts';

type TemplateWell = Template['wells'][number];

/** The content of a template: the settings of every well in every channel, without lots. */
export function templateWellsOf(run: Run, plate: PlateDraft) {
  return [...plate].flatMap(([position, well]) =>
    isWellSet(well)
      ? run.analyses.map(({ channel }) => {
          const expected = well.expected[channel];
          return {
            position,
            channel,
            kitVersion: well.kitVersion && { id: well.kitVersion.id },
            sampleType: well.sampleType,
            reactionBuffer: well.reactionBuffer && { id: well.reactionBuffer.id },
            expectedDiagnostic: expected ? { id: expected.id } : null,
          };
        })
      : [],
  );
}

/**
 * Applies a template to a plate. Sets what the run has: kit version, sample type, buffer and expected
 * results, and the lot if there is just one.
 */
export function plateFromTemplate(
  plate: PlateDraft,
  {
    template,
    run,
    assays,
  }: { readonly template: Template; readonly run: Run; readonly assays: readonly KitAssay[] },
): PlateDraft {
  const byPosition = Map.groupBy(template.wells, ({ position }) => position);
  const positions = [...byPosition.keys()].filter((position) => plate.has(position));
  let after = plate;
  for (const position of positions) {
    const wells = byPosition.get(position) ?? [];
    after = updatePlate(after, {
      positions: [position],
      to: (well) => fromTemplate(well, { wells, run, assays }),
    });
  }
  return after;
}

/** Number of wells with each kind of difference between two plates. */
export interface TemplateChanges {
  readonly wells: readonly Position[];
  readonly kits: number;
  readonly types: number;
  readonly names: number;
}

export function templateChanges(before: PlateDraft, after: PlateDraft): TemplateChanges {
  const wells = changedWells(before, after);
  const differing = (valueOf: (well: WellDraft) => string | null | undefined): number =>
    wells.filter(
      (position) =>
        valueOf(before.get(position) ?? EMPTY_WELL) !== valueOf(after.get(position) ?? EMPTY_WELL),
    ).length;
  return {
    wells,
    kits: differing(({ kitVersion }) => kitVersion?.id),
    types: differing(({ sampleType }) => sampleType),
    names: differing(({ name }) => name),
  };
}

function fromTemplate(
  { name, orderId }: WellDraft,
  { wells, run, assays }: { wells: readonly TemplateWell[]; run: Run; assays: readonly KitAssay[] },
): WellDraft {
  const [first] = wells;
  const kitVersion = kitVersionsOf(run).find(({ id }) => id === first?.kitVersion?.id) ?? null;
  const lots = kitVersion ? lotsOf(run, kitVersion.id) : [];
  const well: WellDraft = {
    ...EMPTY_WELL,
    name,
    orderId,
    sampleType: first?.sampleType ?? null,
    kitVersion,
    lot: lots.length === 1 ? (lots[0] ?? null) : null,
    reactionBuffer: kitVersion ? (first?.reactionBuffer ?? null) : null,
  };
  if (well.sampleType !== 'STANDARD') return well;
  const expected = wells.flatMap(({ channel, expectedDiagnostic }) => {
    if (channel === null || expectedDiagnostic === null) return [];
    const isOffered = diagnosticsOf(assays, { well, channel }).some(({ id }) => id === expectedDiagnostic.id);
    return isOffered ? [[channel, expectedDiagnostic] as const] : [];
  });
  return { ...well, expected: Object.fromEntries(expected) };
}
