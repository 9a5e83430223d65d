import { channelNameSchema, comparePositions, type ChannelName, type Position } from '@curvewell/domain';

import { EMPTY_WELL, isSameWell, valueOf, type PlateDraft, type WellDraft } from '../draft/plate-draft.ts';

/** Three versions of a plate: the common base, mine, and the one another user saved. */
export interface ThreePlates {
  readonly base: PlateDraft;
  readonly mine: PlateDraft;
  readonly theirs: PlateDraft;
}

type OwnField = 'name' | 'orderId' | 'sampleType' | 'kitVersion' | 'lot' | 'reactionBuffer';
/** Fields that can differ; expected results by channel. */
export type WellField =
  | { readonly field: OwnField }
  | { readonly field: 'expected'; readonly channel: ChannelName };

/** A value that differs, and the wells with that difference. */
export interface PlateDifference {
  readonly key: string;
  readonly of: WellField;
  readonly mine: string | null;
  readonly theirs: string | null;
  readonly positions: readonly Position[];
}

const CHANNELS = channelNameSchema.options;

/** Their plate with my changes on top. Wells that both changed stay mine until resolved. */
export function mergedPlates({ base, mine, theirs }: ThreePlates): PlateDraft {
  return new Map(
    [...theirs].map(([position, their]) => {
      const own = mine.get(position) ?? EMPTY_WELL;
      return [position, isSameWell(own, base.get(position)) ? their : own] as const;
    }),
  );
}

/** The wells that both users changed to different values. */
export function conflictingWells({ base, mine, theirs }: ThreePlates): readonly Position[] {
  return [...theirs.keys()]
    .filter((position) => {
      const [before, own, their] = [base, mine, theirs].map((plate) => plate.get(position));
      return !isSameWell(own, before) && !isSameWell(their, before) && !isSameWell(own, their);
    })
    .sort(comparePositions);
}

/** The differences in conflicting wells; equal differences are merged. */
export function differencesOf(plates: ThreePlates): readonly PlateDifference[] {
  const found = conflictingWells(plates).flatMap((position) => {
    const mine = plates.mine.get(position) ?? EMPTY_WELL;
    const theirs = plates.theirs.get(position) ?? EMPTY_WELL;
    return fieldsToChoose(mine, theirs).map((of) => {
      const [own, their] = [shownValue(mine, of), shownValue(theirs, of)];
      return { key: JSON.stringify([of, own?.key, their?.key]), of, own, their, position };
    });
  });
  return [...Map.groupBy(found, ({ key }) => key).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { key, of, own, their } = first;
    const positions = same.map(({ position }) => position);
    return [{ key, of, mine: own?.text ?? null, theirs: their?.text ?? null, positions }];
  });
}

const isOther = (mine: WellDraft, theirs: WellDraft, of: WellField): boolean =>
  shownValue(mine, of)?.key !== shownValue(theirs, of)?.key;

/** The fields in which two wells differ, except lot and buffer, which follow the kit version. */
function fieldsToChoose(mine: WellDraft, theirs: WellDraft): readonly WellField[] {
  const differs = (field: OwnField): boolean => isOther(mine, theirs, { field });
  const fields: readonly OwnField[] = differs('kitVersion') ? ['kitVersion'] : ['lot', 'reactionBuffer'];
  const own = (['name', 'orderId', 'sampleType', ...fields] as const)
    .filter(differs)
    .map((field) => ({ field }));
  const carriesExpected = own.some(({ field }) => field !== 'name' && field !== 'orderId' && field !== 'lot');
  const expected = carriesExpected
    ? []
    : CHANNELS.map((channel) => ({ field: 'expected', channel }) as const);
  return [...own, ...expected.filter((of) => isOther(mine, theirs, of))];
}

function shownValue(well: WellDraft, of: WellField) {
  if (of.field === 'name' || of.field === 'orderId') {
    const value = well[of.field];
    return value === null ? null : { key: value, text: value };
  }
  return valueOf(well, { ...of, value: null });
}

/** The merged plate with some differences resolved in the other user's favour. */
export function resolvedPlate(
  plates: ThreePlates,
  { resolvedAsTheirs }: { readonly resolvedAsTheirs: ReadonlySet<string> },
): PlateDraft {
  const after = new Map(mergedPlates(plates));
  for (const { key, of, positions } of differencesOf(plates)) {
    if (!resolvedAsTheirs.has(key)) continue;
    for (const position of positions) {
      const their = plates.theirs.get(position) ?? EMPTY_WELL;
      after.set(position, withTheirs(after.get(position) ?? EMPTY_WELL, { their, of }));
    }
  }
  for (const position of conflictingWells(plates)) {
    const well = after.get(position) ?? EMPTY_WELL;
    const sources = [plates.mine, plates.theirs].map((plate) => plate.get(position) ?? EMPTY_WELL);
    after.set(position, fitting(well, sources));
  }
  return after;
}

function withTheirs(well: WellDraft, { their, of }: { readonly their: WellDraft; readonly of: WellField }) {
  switch (of.field) {
    case 'kitVersion':
      return { ...well, kitVersion: their.kitVersion, lot: their.lot, reactionBuffer: their.reactionBuffer };
    case 'expected': {
      const { [of.channel]: _mine, ...others } = well.expected;
      const expected = their.expected[of.channel];
      return { ...well, expected: expected ? { ...others, [of.channel]: expected } : others };
    }
    default:
      return { ...well, [of.field]: their[of.field] };
  }
}

/** Keeps expected results only where kit, buffer and type are unchanged. */
function fitting(well: WellDraft, sources: readonly WellDraft[]): WellDraft {
  const isFor = (source: WellDraft): boolean =>
    source.kitVersion?.id === well.kitVersion?.id &&
    source.reactionBuffer?.id === well.reactionBuffer?.id &&
    source.sampleType === well.sampleType;
  const [same, ...rest] = sources.filter(isFor);
  // Several candidates differ only in expected results, which were resolved one by one.
  return rest.length > 0 ? well : { ...well, expected: same?.expected ?? {} };
}
