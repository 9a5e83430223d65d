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

/** The run, and the day that determines which of its lots have expired. */
export interface FillSource {
  readonly run: Run;
  readonly day: string;
}

/** Words in the names of controls. The user sets the type of such wells. */
const CONTROL_WORDS =
  /(?:^|[^a-z])(?:n[ta]c|nrt|nc|neg|negative|pc|pos|positive|std|standard|ref|reference|cal|calib|calibrator|ctrl|control|kontroll\w*|blank|water|h2o|te|empty|leer|ladder|wt|wild\W*type|mut|mutant|het)(?:$|[^a-z])/i;

export const isControlName = (name: string): boolean => CONTROL_WORDS.test(name);

/**
 * Fills in every field of a well with only one possible value: kit version, buffer, unexpired lot, and blood
 * for a named sample. Existing values stay; an empty, unnamed well stays empty.
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

/** Fills in a plate that the user has not started yet; returns any other unchanged. */
export function fillPlate(plate: PlateDraft, source: FillSource): PlateDraft {
  const isBegun = [...plate.values()].some(({ kitVersion }) => kitVersion !== null);
  if (isBegun) return plate;
  return new Map([...plate].map(([position, well]) => [position, fillWell(well, source)] as const));
}

/** Removes filled-in values that are not confirmed. */
export function unfillWell(well: WellDraft): WellDraft {
  return (well.filled ?? []).reduce((one, field) => changeWell(one, { field, value: null }), well);
}

export const filledWells = (plate: PlateDraft): readonly Position[] =>
  [...plate].flatMap(([position, { filled: parts }]) => (parts?.length ? [position] : []));

/** The user has passed a filled-in field, which confirms its value. */
export function confirmFilled(well: WellDraft, part: FilledPart): WellDraft {
  if (!well.filled?.includes(part)) return well;
  return { ...well, filled: well.filled.filter((one) => one !== part) };
}

/** Sets a missing value and marks it as filled in. */
function filled(well: WellDraft, change: WellChange & { readonly field: FilledPart }): WellDraft {
  if (change.value === null || hasValue(well, change.field)) return well;
  const { filled: marks = [] } = well;
  return { ...changeWell(well, change), filled: [...marks, change.field] };
}

/** The buffer that all rows of a version in step 1 share; null if wells may have several. */
function onlyBuffer(run: Run, kitVersionId: string) {
  const rows = run.kits.filter(({ kitVersion }) => kitVersion.id === kitVersionId);
  const buffers = rows.flatMap(({ reactionBuffer }) => reactionBuffer ?? []);
  if (buffers.length < rows.length || new Set(buffers.map(({ id }) => id)).size !== 1) return null;
  const [buffer] = buffers;
  return buffer ? { id: buffer.id, name: buffer.name } : null;
}

const theOnly = <Choice>(choices: readonly Choice[]): Choice | null =>
  choices.length === 1 ? (choices[0] ?? null) : null;
