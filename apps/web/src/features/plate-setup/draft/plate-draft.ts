import type { UpdateRun } from '@curvewell/contracts';
import {
  channelNameSchema,
  platePositions,
  withoutInvisible,
  type ChannelName,
  type DiagnosticColor,
  type Position,
  type Run,
  type SampleType,
  type Well,
} from '@curvewell/domain';

type KitVersionOfWell = NonNullable<Well['kitVersion']>;
type LotOfWell = NonNullable<Well['lot']>;
type BufferOfWell = NonNullable<Well['reactionBuffer']>;

export type FilledPart = 'kitVersion' | 'lot' | 'reactionBuffer' | 'sampleType';

/** The settings of a well. They are the same in every channel, except expected diagnostics. */
export interface WellDraft {
  readonly name: string | null;
  readonly orderId: string | null;
  readonly sampleType: SampleType | null;
  readonly kitVersion: KitVersionOfWell | null;
  readonly lot: LotOfWell | null;
  readonly reactionBuffer: BufferOfWell | null;
  readonly expected: Readonly<Partial<Record<ChannelName, DiagnosticColor>>>;
  /** Fields that were filled in automatically and not yet changed or confirmed. */
  readonly filled?: readonly FilledPart[];
}

export type PlateDraft = ReadonlyMap<Position, WellDraft>;

export const EMPTY_WELL: WellDraft = {
  name: null,
  orderId: null,
  sampleType: null,
  kitVersion: null,
  lot: null,
  reactionBuffer: null,
  expected: {},
};

/** The plate as stored on the server. */
export function plateDraftOf(run: Run): PlateDraft {
  return new Map(
    platePositions(run.plateType).flatMap((position) => {
      const wells = run.analyses.flatMap(({ wells: ofChannel }) => ofChannel[position] ?? []);
      const [well] = wells;
      return well ? [[position, draftOf(well, wells)] as const] : [];
    }),
  );
}

function draftOf(well: Well, wells: readonly Well[]): WellDraft {
  const { name, orderId, sampleType, kitVersion, lot, reactionBuffer } = well;
  const expected = Object.fromEntries(
    wells.flatMap(({ channel, expectedDiagnostic }) =>
      expectedDiagnostic ? [[channel, expectedDiagnostic] as const] : [],
    ),
  );
  return {
    name: seen(name),
    orderId: seen(orderId),
    sampleType,
    kitVersion,
    lot,
    reactionBuffer,
    expected,
  };
}

export type WellChange =
  | { readonly field: 'kitVersion'; readonly value: KitVersionOfWell | null }
  | { readonly field: 'lot'; readonly value: LotOfWell | null }
  | { readonly field: 'reactionBuffer'; readonly value: BufferOfWell | null }
  | { readonly field: 'sampleType'; readonly value: SampleType | null }
  | {
      readonly field: 'expected';
      readonly channel: ChannelName;
      readonly value: DiagnosticColor | null;
    }
  | { readonly field: 'name' | 'orderId'; readonly value: string | null };

/**
 * Applies a change to a well. Changing the kit version clears buffer, lot and expected results; changing the
 * buffer clears expected results. Only standards have expected results.
 */
export function changeWell(well: WellDraft, change: WellChange): WellDraft {
  const changed = changedBy(well, change);
  if (!changed.filled) return changed;
  const { filled, ...after } = changed;
  const marks = filled.filter((part) => part !== change.field && hasValue(after, part));
  return marks.length === 0 ? after : { ...after, filled: marks };
}

export const hasValue = (well: WellDraft, part: FilledPart): boolean => well[part] !== null;

function changedBy(well: WellDraft, change: WellChange): WellDraft {
  switch (change.field) {
    case 'kitVersion':
      return well.kitVersion?.id === change.value?.id
        ? well
        : { ...well, kitVersion: change.value, lot: null, reactionBuffer: null, expected: {} };
    case 'reactionBuffer':
      return well.reactionBuffer?.id === change.value?.id
        ? well
        : { ...well, reactionBuffer: change.value, expected: {} };
    case 'lot':
      return { ...well, lot: change.value };
    case 'sampleType':
      return {
        ...well,
        sampleType: change.value,
        expected: change.value === 'STANDARD' ? well.expected : {},
      };
    case 'expected': {
      const { [change.channel]: _previous, ...others } = well.expected;
      return {
        ...well,
        expected: change.value ? { ...others, [change.channel]: change.value } : others,
      };
    }
    case 'name':
    case 'orderId':
      return { ...well, [change.field]: seen(change.value) };
  }
}

/** Typed and pasted text can contain invisible characters, which names must not have. */
const seen = (value: string | null): string | null => withoutInvisible(value ?? '') || null;

export function updatePlate(
  plate: PlateDraft,
  { positions, to }: { readonly positions: Iterable<Position>; readonly to: (well: WellDraft) => WellDraft },
): PlateDraft {
  const after = new Map(plate);
  for (const position of positions) {
    const well = plate.get(position);
    // The files contain no curve for this well, so it cannot be used.
    if (well !== undefined) after.set(position, to(well));
  }
  return after;
}

export function changedWells(before: PlateDraft, after: PlateDraft): readonly Position[] {
  return [...after.keys()].filter((position) => !isSameWell(before.get(position), after.get(position)));
}

export function isSameWell(first: WellDraft = EMPTY_WELL, second: WellDraft = EMPTY_WELL): boolean {
  if (first === second) return true;
  return (
    first.name === second.name &&
    first.orderId === second.orderId &&
    first.sampleType === second.sampleType &&
    first.kitVersion?.id === second.kitVersion?.id &&
    first.lot?.id === second.lot?.id &&
    first.reactionBuffer?.id === second.reactionBuffer?.id &&
    channelNameSchema.options.every((channel) => first.expected[channel]?.id === second.expected[channel]?.id)
  );
}

/** Removes kit, lot, buffer, type and expected results, but keeps name and order. */
export const clearWell = ({ name, orderId }: WellDraft): WellDraft => ({ ...EMPTY_WELL, name, orderId });

/** Copies the settings of a well, keeping the target's name and order. */
export const copyWell =
  (model: WellDraft) =>
  ({ name, orderId }: WellDraft): WellDraft => {
    const { filled: _marks, ...settings } = model;
    return { ...settings, name, orderId };
  };

export function valueOf(
  well: WellDraft,
  change: WellChange,
): { readonly key: string; readonly text: string } | null {
  switch (change.field) {
    case 'kitVersion':
      return (
        well.kitVersion && {
          key: well.kitVersion.id,
          text: `${well.kitVersion.kit.name} (${well.kitVersion.version})`,
        }
      );
    case 'lot':
      return well.lot && { key: well.lot.id, text: well.lot.name };
    case 'reactionBuffer':
      return well.reactionBuffer && { key: well.reactionBuffer.id, text: well.reactionBuffer.name };
    case 'sampleType':
      return well.sampleType && { key: well.sampleType, text: well.sampleType };
    case 'expected': {
      const expected = well.expected[change.channel];
      return expected ? { key: expected.id, text: expected.diagnosticLabel } : null;
    }
    case 'name':
    case 'orderId':
      return null;
  }
}

/** The different values that a change would replace; empty if no confirmation is needed. */
export function replacedValues(wells: readonly WellDraft[], change: WellChange): readonly string[] {
  const values = wells.map((well) => valueOf(well, change));
  const keys = new Set(values.map((value) => value?.key ?? null));
  const [sample = EMPTY_WELL] = wells;
  const next = valueOf(changeWell(sample, change), change)?.key ?? null;
  const isReplacing = values.some((value) => value !== null && value.key !== next);
  if (keys.size < 2 || !isReplacing) return [];
  return [...new Set(values.flatMap((value) => value?.text ?? []))];
}

/** The content of a save: every well in every channel. */
export function updateOf(run: Run, plate: PlateDraft): UpdateRun {
  const reference = (thing: { readonly id: string } | null) => thing && { id: thing.id };
  return {
    revision: run.revision,
    analyses: run.analyses.map(({ channel, wells }) => ({
      channel,
      wells: Object.fromEntries(
        [...plate].flatMap(([position, well]) =>
          wells[position]
            ? [
                [
                  position,
                  {
                    name: well.name,
                    orderId: well.orderId,
                    sampleType: well.sampleType,
                    kitVersion: reference(well.kitVersion),
                    lot: reference(well.lot),
                    reactionBuffer: reference(well.reactionBuffer),
                    expectedDiagnostic: reference(well.expected[channel] ?? null),
                  },
                ] as const,
              ]
            : [],
        ),
      ),
    })),
  };
}
