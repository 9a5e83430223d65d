import { isExpired, type Position, type Run } from '@curvewell/domain';

import { kitVersionsOf, lotsOf } from '../assay-choices.ts';
import {
  type FilledPart,
  type PlateDraft,
  type WellDraft,
  hasValue,
  changeWell,
  type WellChange,
} from './plate-draft.ts';

/** What fills a well in: a run, and the day that decides which of its lots are still good. */
export interface FillSource {
  readonly run: Run;
  readonly day: string;
}

/** Words by which laboratories name what is no patient's sample. A well with such a name is left to the user. */
const CONTROL_WORDS =
  /(?:^|[^a-z])(?:n[ta]c|nrt|nc|neg|negative|pc|pos|positive|std|standard|ref|reference|cal|calib|calibrator|ctrl|control|kontroll\w*|blank|water|h2o|te|empty|leer|ladder|wt|wild\W*type|mut|mutant|het)(?:$|[^a-z])/i;

/** Whether a name may be that of a control. */
export const isControlName = (name: string): boolean => CONTROL_WORDS.test(name);

/**
 * A well with everything filled in that has only one answer: the run's only kit version, its only buffer, its only lot
 * that has not expired, and blood where a sample is named. What is there stays; a well that is not named and holds
 * nothing stays empty.
 */
export function fillWell(well: WellDraft, { run, day }: FillSource): WellDraft {
  if (well.name === null && well.sampleType === null && well.kitVersion === null) return well;
  const withKit = filled(well, { field: 'kitVersion', value: theOnly(kitVersionsOf(run)) });
  const { kitVersion, name } = withKit;
  const isSample = name !== null && !isControlName(name);
  const typed = filled(withKit, { field: 'sampleType', value: isSample ? 'BLOOD' : null });
  if (kitVersion === null) return typed;
  const lot = theOnly(lotsOf(run, kitVersion.id).filter((one) => !isExpired(one, day)));
  const withLot = filled(typed, { field: 'lot', value: lot });
  return filled(withLot, { field: 'reactionBuffer', value: onlyBuffer(run, kitVersion.id) });
}

/** A plate that nobody has started to describe, filled in; another one as it is. */
export function fillPlate(plate: PlateDraft, source: FillSource): PlateDraft {
  const isBegun = [...plate.values()].some(({ kitVersion }) => kitVersion !== null);
  if (isBegun) return plate;
  return new Map([...plate].map(([position, well]) => [position, fillWell(well, source)] as const));
}

/** The well without what was filled in and is not passed. */
export function unfillWell(well: WellDraft): WellDraft {
  return (well.filled ?? []).reduce((one, field) => changeWell(one, { field, value: null }), well);
}

/** Wells that hold something filled in. */
export const filledWells = (plate: PlateDraft): readonly Position[] =>
  [...plate].flatMap(([position, { filled: parts }]) => (parts?.length ? [position] : []));

/** Somebody has looked at what was filled in: it counts as chosen. */
export function confirmFilled(well: WellDraft, part: FilledPart): WellDraft {
  if (!well.filled?.includes(part)) return well;
  return { ...well, filled: well.filled.filter((one) => one !== part) };
}

/** A value put where there is none, and marked as such. */
function filled(well: WellDraft, change: WellChange & { readonly field: FilledPart }): WellDraft {
  if (change.value === null || hasValue(well, change.field)) return well;
  const { filled: marks = [] } = well;
  return { ...changeWell(well, change), filled: [...marks, change.field] };
}

/** The buffer that step 1 chose for all rows of a version; null: wells may have several. */
function onlyBuffer(run: Run, kitVersionId: string) {
  const rows = run.kits.filter(({ kitVersion }) => kitVersion.id === kitVersionId);
  const buffers = rows.flatMap(({ reactionBuffer }) => reactionBuffer ?? []);
  if (buffers.length < rows.length || new Set(buffers.map(({ id }) => id)).size !== 1) return null;
  const [buffer] = buffers;
  return buffer ? { id: buffer.id, name: buffer.name } : null;
}

const theOnly = <Choice>(choices: readonly Choice[]): Choice | null =>
  choices.length === 1 ? (choices[0] ?? null) : null;
