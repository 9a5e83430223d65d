import type { UpdateRun } from '@curvewell/contracts';
import { isExpired, type Kit, type KitVersion, type Lot, type Run, type TrialLots } from '@curvewell/domain';

/** A row of step 1: a kit with its version, buffer and lots, as far as chosen. */
export interface KitRow {
  readonly key: number;
  readonly kitId: string | null;
  readonly versionId: string | null;
  /** null for any buffer of the kit. */
  readonly bufferId: string | null;
  /** null before a choice, so that a single lot is filled in. */
  readonly lotIds: readonly string[] | null;
}

export const emptyRow = (key: number): KitRow => ({
  key,
  kitId: null,
  versionId: null,
  bufferId: null,
  lotIds: null,
});

export function rowsOf(run: Pick<Run, 'kits'>): readonly KitRow[] {
  if (run.kits.length === 0) return [emptyRow(0)];
  return run.kits.map(({ kitVersion, reactionBuffer, lots }, key) => ({
    key,
    kitId: kitVersion.kit.id,
    versionId: kitVersion.id,
    bufferId: reactionBuffer?.id ?? null,
    lotIds: lots.map(({ id }) => id),
  }));
}

export const withKit = (row: KitRow, kitId: string): KitRow => ({ ...emptyRow(row.key), kitId });

/** Sets the version and clears the lots. The buffer belongs to the kit and stays. */
export const withVersion = (row: KitRow, versionId: string): KitRow => ({
  ...row,
  versionId,
  lotIds: null,
});

/** The kits that a row may choose: those of no other row, and none with the name of one. */
export function kitsFor(row: KitRow, rows: readonly KitRow[], kits: readonly Kit[]): readonly Kit[] {
  const others = rows.filter(({ key }) => key !== row.key);
  const used = kits.filter(({ id }) => others.some(({ kitId }) => kitId === id));
  return kits.filter(({ name }) => used.every((one) => one.name.toLowerCase() !== name.toLowerCase()));
}

/** The versions with the run's own lots added, because the user may not see trial lots otherwise. */
export const withLotsOf = (
  { kits }: Pick<Run, 'kits'>,
  versions: readonly KitVersion[],
): readonly KitVersion[] =>
  versions.map((version) => {
    const { lots = [] } = version;
    const unseen = kits
      .filter(({ kitVersion }) => kitVersion.id === version.id)
      .flatMap((kit) => kit.lots)
      .filter(({ id }) => lots.every((lot) => lot.id !== id))
      .map((lot): Lot => {
        const { id, kit, version: name } = version;
        const kitVersion = { id, kit, version: name };
        return { ...lot, kitVersion, active: false, admin: true, production: true, revision: 0 };
      });
    return unseen.length === 0 ? version : { ...version, lots: [...lots, ...unseen] };
  });

export function lotsFor(row: KitRow, versions: readonly KitVersion[]): readonly Lot[] {
  const version = versions.find(({ id }) => id === row.versionId);
  return version?.lots ?? [];
}

interface Offers {
  readonly kits: readonly Kit[];
  readonly versions: readonly KitVersion[];
  /** The kit to fill in; null: none. */
  readonly only: string | null;
  readonly day: string;
}

const theOnly = (choices: readonly { readonly id: string }[]): string | null =>
  choices.length === 1 ? (choices[0]?.id ?? null) : null;

/**
 * The only kit, or the only one besides sample kits, whose runs would be trials, or the laboratory's only one with
 * settings on the analyser.
 */
export const theOnlyKit = (kits: readonly Kit[], onAnalyser: readonly Kit[]): string | null =>
  theOnly(kits) ??
  theOnly(kits.filter(({ makesTrials }) => !makesTrials)) ??
  theOnly(onAnalyser.filter(({ isSample }) => !isSample));

/** Fills in the kit, its only version and buffer, its only unexpired lot; never a trial lot. */
export function filledIn(row: KitRow, { kits, versions, only, day }: Offers): KitRow {
  const kitId = row.kitId ?? only;
  const buffers = kits.find(({ id }) => id === kitId)?.reactionBuffers ?? [];
  const ofKit = versions.filter(({ kit }) => kit.id === kitId);
  const versionId = row.versionId ?? theOnly(ofKit);
  const chosen = { ...row, kitId, versionId, bufferId: row.bufferId ?? theOnly(buffers) };
  const lots = lotsFor(chosen, ofKit);
  const kept = row.lotIds?.filter((id) => lots.some((lot) => lot.id === id)) ?? null;
  const lotId = theOnly(lots.filter((lot) => lot.active && !isExpired(lot, day)));
  return {
    ...chosen,
    lotIds: ofKit.length === 0 ? row.lotIds : (kept ?? (lotId === null ? [] : [lotId])),
  };
}

export type RowField = 'kitId' | 'versionId' | 'bufferId' | 'lotIds';
const ROW_FIELDS = ['kitId', 'versionId', 'bufferId', 'lotIds'] as const satisfies readonly RowField[];

/** The fields that were filled in, and neither changed nor confirmed since. */
export function filledFields(chosen: KitRow, shown: KitRow): ReadonlySet<RowField> {
  return new Set(
    ROW_FIELDS.filter((field) => {
      const value = shown[field];
      return chosen[field] === null && value !== null && value.length > 0;
    }),
  );
}

export function missingIn(row: KitRow): readonly ('kit' | 'version' | 'lots')[] {
  return [
    ...(row.kitId === null ? (['kit'] as const) : []),
    ...(row.versionId === null ? (['version'] as const) : []),
    ...((row.lotIds ?? []).length === 0 ? (['lots'] as const) : []),
  ];
}

export function expiredLots(row: KitRow, versions: readonly KitVersion[], day: string): readonly Lot[] {
  return lotsFor(row, versions).filter((lot) => row.lotIds?.includes(lot.id) === true && isExpired(lot, day));
}

/** The lots of a row that make the run a trial run: inactive ones, and all of a sample kit. */
export function trialLots(row: KitRow, versions: readonly KitVersion[], kit: Kit | undefined): TrialLots {
  const chosen = lotsFor(row, versions).filter(({ id }) => row.lotIds?.includes(id) === true);
  if (kit?.makesTrials === true) return chosen.map(({ name }) => ({ name, sampleKit: kit.name }));
  return chosen.filter(({ active }) => !active);
}

export function savedRows(rows: readonly KitRow[]): NonNullable<UpdateRun['kits']> {
  return rows.flatMap(({ versionId, bufferId, lotIds }) =>
    versionId === null
      ? []
      : [
          {
            kitVersion: { id: versionId },
            reactionBuffer: bufferId === null ? null : { id: bufferId },
            lots: (lotIds ?? []).map((id) => ({ id })),
          },
        ],
  );
}

/** The suggested name of a new version: `v` and its number. */
export const nextVersionName = (versions: readonly unknown[]): string => `v${versions.length + 1}`;

type NameFault = 'missing' | 'taken';

/** The error of a new name, if any. */
export function nameFault(name: string, existing: readonly string[]): NameFault | null {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return 'missing';
  return existing.some((one) => one.trim().toLowerCase() === wanted) ? 'taken' : null;
}
