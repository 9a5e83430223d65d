import {
  diagnosticLetters,
  doubtsByWell,
  expiredText,
  isWellSet,
  platePositions,
  type MissingItem,
  type PlateDoubt,
  type Position,
  type Run,
} from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { wellRangesText } from '../../../shared/format/well-ranges.ts';
import type { WellSummary } from '../../plate/layout/plate-status.tsx';
import { fact, kitFacts, warning } from '../../plate/card/well-facts.ts';
import type { WellFact } from '../../plate/card/well-hover-card.tsx';
import type { FaceDoubt, WellFace } from '../../plate/grid/well-face.ts';
import { kitVersionsOf } from '../assay-choices.ts';
import type { PlateDraft, WellDraft } from '../draft/plate-draft.ts';
import { itemText } from '../panel/missing-next.tsx';
import { lettersOf } from '../missing-settings.ts';

export interface Configured {
  readonly run: Run;
  readonly plate: PlateDraft;
  readonly missing: ReadonlyMap<Position, readonly MissingItem[]>;
  readonly doubts: readonly PlateDoubt[];
  /** Wells that two users changed. */
  readonly contested: ReadonlySet<string>;
}

export function configuredFaces({
  run,
  plate,
  missing,
  doubts,
  contested,
}: Configured): ReadonlyMap<Position, WellFace> {
  const kits = kitVersionsOf(run).map(({ id }) => id);
  const doubtsOf = doubtsByWell(doubts);
  return new Map(
    platePositions(run.plateType).map((position) => {
      const well = plate.get(position);
      if (well === undefined) {
        return [position, { kind: 'not-analysed', label: `${position}, ${text.plate.noCurve}` }] as const;
      }
      const lacks = missing.get(position) ?? [];
      const face = configuredFace(position, { well, lacks, doubts: doubtsOf.get(position) ?? [], kits });
      return [position, contested.has(position) ? { ...face, isContested: true } : face] as const;
    }),
  );
}

interface WellState {
  readonly well: WellDraft;
  readonly lacks: readonly MissingItem[];
  readonly doubts: readonly FaceDoubt[];
  /** Kit versions of the run in the order of their numbers. */
  readonly kits: readonly string[];
}

function configuredFace(position: Position, { well, lacks, doubts, kits }: WellState): WellFace {
  const parts = [
    position,
    well.name,
    well.sampleType && text.sampleTypes[well.sampleType].toLowerCase(),
    isWellSet(well) ? null : text.plate.notSet,
    lacks.length > 0 ? text.plate.missingInName(lacks.map(itemText).join(', ')) : null,
    ...doubts.map((doubt) => text.plate.doubts[doubt]),
  ];
  const label = parts.filter(Boolean).join(', ');
  if (!isWellSet(well) && well.name === null) return { kind: 'not-set', label };
  const [expected] = Object.values(well.expected);
  const kitNumber = well.kitVersion ? kits.indexOf(well.kitVersion.id) + 1 : 0;
  return {
    kind: 'configured',
    isSet: isWellSet(well),
    label,
    sampleType: well.sampleType,
    kitNumber: kits.length > 1 && kitNumber > 0 ? kitNumber : null,
    name: well.name ?? '',
    buffer: well.reactionBuffer?.name ?? '',
    lot: well.lot?.name ?? '',
    expected: expected ? diagnosticLetters(expected) : '',
    missing: lettersOf(lacks),
    doubt: doubts[0] ?? null,
  };
}

/** The text of the status line about a well. */
export function wellSummary(position: Position, { run, plate, missing, doubts }: Configured): WellSummary {
  const well = plate.get(position);
  if (well === undefined) {
    return { position, name: null, first: [{ term: '', text: text.plate.noCurve }], second: [] };
  }
  const lacks = missing.get(position) ?? [];
  const first: (WellFact | null)[] = [
    isWellSet(well) ? (lacks.length === 0 ? fact(text.wells.isComplete) : null) : fact(text.plate.notSet),
    lacks.length > 0 ? warning(text.plate.missing(lacks.map(itemText).join(', '))) : null,
    ...doubts
      .filter(({ positions }) => positions.includes(position))
      .map((doubt) => warning(doubtText(doubt, { position, well, plate }))),
  ];
  const expected = run.analyses.flatMap(({ channel }) => {
    const color = well.expected[channel];
    return color ? [text.plate.expectedIn(channel, diagnosticLetters(color))] : [];
  });
  const second: (WellFact | null)[] = [
    well.orderId === null ? null : { term: text.plate.order, text: well.orderId, tone: 'mono' },
    well.sampleType && fact(text.sampleTypes[well.sampleType]),
    expected.length > 0 ? fact(text.plate.expected(expected)) : null,
    ...kitFacts(run, well),
  ];
  return {
    position,
    name: well.name,
    first: first.filter((one) => one !== null),
    second: second.filter((one) => one !== null),
  };
}

function doubtText(
  doubt: PlateDoubt,
  {
    position,
    well,
    plate,
  }: { readonly position: Position; readonly well: WellDraft; readonly plate: PlateDraft },
): string {
  switch (doubt.kind) {
    case 'twice':
      return text.wells.nameTwice(
        doubt.name,
        wellRangesText(doubt.positions.filter((other) => other !== position)),
      );
    case 'expired':
      return expiredText(doubt.lot);
    case 'otherLot': {
      const { kit, id, version } = doubt.kitVersion;
      const usual = [...plate.entries()].find(
        ([other, { kitVersion, lot }]) => kitVersion?.id === id && lot && !doubt.positions.includes(other),
      );
      return text.wells.otherLot(well.lot?.name ?? '', `${kit.name} ${version}`, usual?.[1].lot?.name ?? '');
    }
  }
}

/** The facts of the card beside a well, one per line. */
export function wellFacts(position: Position, configured: Configured): readonly WellFact[] {
  const { name, first, second } = wellSummary(position, configured);
  return [
    { term: '', text: position, tone: 'strong' },
    ...(name === null ? [] : [fact(name)]),
    ...second,
    ...first,
  ];
}
