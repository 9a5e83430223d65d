import {
  DIAGNOSTIC_CODE,
  isWellSet,
  platePositions,
  type MissingItem,
  type Position,
  type Run,
} from '@curvewell/contracts';

import { text } from '../../../locale/text.ts';
import { formatDay } from '../../../shared/format.ts';
import type { WellFact } from '../../plate/well-card.tsx';
import type { WellFace } from '../../plate/well-face.ts';
import { kitVersionsOf } from '../assay-choices.ts';
import type { PlateDraft, WellDraft } from '../draft/plate-draft.ts';
import { itemText } from '../panel/missing-next.tsx';
import { lettersOf } from '../what-is-missing.ts';

export interface Configured {
  readonly run: Run;
  readonly plate: PlateDraft;
  readonly missing: ReadonlyMap<Position, readonly MissingItem[]>;
  /** Wells that two people changed. */
  readonly contested: ReadonlySet<string>;
}

/** Every well of the plate as it is set. */
export function configuredFaces({
  run,
  plate,
  missing,
  contested,
}: Configured): ReadonlyMap<Position, WellFace> {
  const kits = kitVersionsOf(run).map(({ id }) => id);
  return new Map(
    platePositions(run.plateType).map((position) => {
      const well = plate.get(position);
      if (well === undefined) {
        return [position, { kind: 'not-analysed', label: `${position}, ${text.plate.noCurve}` }] as const;
      }
      const lacks = missing.get(position) ?? [];
      const face = configuredFace(position, { well, lacks, kits });
      return [position, contested.has(position) ? { ...face, isContested: true } : face] as const;
    }),
  );
}

function configuredFace(
  position: Position,
  {
    well,
    lacks,
    kits,
  }: { readonly well: WellDraft; readonly lacks: readonly MissingItem[]; readonly kits: readonly string[] },
): WellFace {
  const parts = [
    position,
    well.name,
    well.sampleType && text.sampleTypes[well.sampleType].toLowerCase(),
    isWellSet(well) ? null : text.plate.notSet,
    lacks.length > 0 ? text.plate.missingInName(lacks.map(itemText).join(', ')) : null,
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
    expected: expected ? DIAGNOSTIC_CODE[expected.diagnostic.name] : '',
    missing: lettersOf(lacks),
  };
}

/** What the status line says of a well; the card adds the lot's expiry. */
export function wellFacts(
  position: Position,
  { plate, missing, isCard }: Pick<Configured, 'plate' | 'missing'> & { readonly isCard: boolean },
): readonly WellFact[] {
  const well = plate.get(position);
  if (well === undefined) {
    return [
      { term: '', text: position, tone: 'strong' },
      { term: '', text: text.plate.noCurve },
    ];
  }
  const lacks = missing.get(position) ?? [];
  const line = (value: string | null | undefined): WellFact | null =>
    value === null || value === undefined ? null : { term: '', text: value };
  const facts: (WellFact | null)[] = [
    { term: '', text: position, tone: 'strong' },
    line(well.name),
    line(well.sampleType && text.sampleTypes[well.sampleType]),
    line(well.kitVersion && `${well.kitVersion.kit.name} ${well.kitVersion.version}`),
    line(well.reactionBuffer?.name),
    well.lot && { term: text.plate.lot, text: well.lot.name, tone: 'mono' },
    isCard && well.lot ? line(text.wells.expires(formatDay(well.lot.expirationDate))) : null,
    ...Object.values(well.expected).map((color) => line(color.diagnosticLabel)),
    isWellSet(well) ? null : line(text.plate.notSet),
    lacks.length > 0
      ? { term: '', text: text.plate.missing(lacks.map(itemText).join(', ')), tone: 'warning' }
      : null,
  ];
  return facts.filter((fact) => fact !== null);
}
