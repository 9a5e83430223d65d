import { isSample } from './controlled-wells.ts';
import type { LaboratoryRules } from '../laboratory/laboratory-rules.ts';
import { isExpired } from '../kit/lots.ts';
import { dayText } from '../run/run-date.ts';
import { comparePositions, type Position } from './plate.ts';
import type { Well } from '../run/run.ts';

type KitVersion = NonNullable<Well['kitVersion']>;
type Lot = NonNullable<Well['lot']>;

/** The content of a well, the same in every channel. */
type FilledWell = Pick<Well, 'name' | 'kitVersion' | 'lot' | 'sampleType'> &
  Partial<Pick<Well, 'orderId' | 'reactionBuffer'>>;

/** Something on a plate that is allowed but rarely intended. */
export type PlateDoubt = { readonly positions: readonly Position[] } &
  /** `variants`: the names differ only in case, spaces or Unicode form; omitted: they are the same. */
  (
    | { readonly kind: 'twice'; readonly name: string; readonly variants?: readonly string[] }
    /** Wells with another lot than most wells of their kit version. */
    | { readonly kind: 'otherLot'; readonly kitVersion: KitVersion; readonly lots: readonly Lot[] }
    | { readonly kind: 'expired'; readonly kitVersion: KitVersion; readonly lot: Lot }
  );

type PlateDoubtKind = PlateDoubt['kind'];

interface PlacedWell {
  readonly position: Position;
  readonly well: FilledWell;
}

interface PlateRules extends Pick<LaboratoryRules, 'sameNameIsReplicate'> {
  readonly day: string;
  /** Ids of the kit versions whose wells with one name are one sample. */
  readonly replicateVersions?: ReadonlySet<string>;
}
const NONE: ReadonlySet<string> = new Set();

/**
 * Doubts about a plate on the day of its run: expired lots, several lots of one version, a name repeated
 * within a kit. Names come last, because there may be dozens, and a collapsed list must not hide a lot.
 */
export function plateDoubts(
  plate: ReadonlyMap<Position, FilledWell>,
  { day, sameNameIsReplicate, replicateVersions = NONE }: PlateRules,
): readonly PlateDoubt[] {
  const wells = [...plate]
    .map(([position, well]) => ({ position, well }))
    .sort((first, second) => comparePositions(first.position, second.position));
  return [
    ...expiredLots(wells, day),
    ...otherLots(wells),
    ...namesUsedTwice(wells, { sameNameIsReplicate, replicateVersions }),
  ];
}

/** “2 wells with the name S-20712”, “2 lots of LCT-13910 v3: 26B0431”, “Lot 26C0022 expired 31-10-2026” */
export function plateDoubtText(doubt: PlateDoubt): string {
  switch (doubt.kind) {
    case 'twice':
      return doubt.variants === undefined
        ? `${doubt.positions.length} wells with the name ${doubt.name}`
        : `${doubt.positions.length} wells with almost the same name: ${doubt.variants.join(', ')}`;
    case 'otherLot': {
      const { kit, version } = doubt.kitVersion;
      const others = doubt.lots.map(({ name }) => name).join(', ');
      return `${doubt.lots.length + 1} lots of ${kit.name} ${version}: ${others}`;
    }
    case 'expired':
      return expiredText(doubt.lot);
  }
}

export const expiredText = ({ name, expirationDate }: Pick<Lot, 'name' | 'expirationDate'>): string =>
  `Lot ${name} expired ${dayText(expirationDate)}`;

/** The doubts of each well; a repeated name, a possible mix-up, comes first. */
export function doubtsByWell(
  doubts: readonly PlateDoubt[],
): ReadonlyMap<Position, readonly [PlateDoubtKind, ...PlateDoubtKind[]]> {
  const byWell = new Map<Position, [PlateDoubtKind, ...PlateDoubtKind[]]>();
  for (const kind of ['twice', 'expired', 'otherLot'] as const) {
    for (const position of doubts
      .filter((doubt) => doubt.kind === kind)
      .flatMap((doubt) => doubt.positions)) {
      const kinds = byWell.get(position);
      if (kinds) kinds.push(kind);
      else byWell.set(position, [kind]);
    }
  }
  return byWell;
}

/**
 * A laboratory can expect replicates, but wells of a version whose replicates have one result must then be one sample:
 * else several results leave the laboratory under one name.
 */
function namesUsedTwice(
  wells: readonly PlacedWell[],
  { sameNameIsReplicate, replicateVersions }: Required<Omit<PlateRules, 'day'>>,
): PlateDoubt[] {
  // Controls and standards share names on purpose.
  const named = wells.filter(
    ({ well }) => well.name !== null && well.kitVersion !== null && isSample(well.sampleType),
  );
  const isJoined = ({ well }: PlacedWell) => replicateVersions.has(well.kitVersion?.id ?? '');
  const joinedKits = new Set(named.filter(isJoined).map(({ well }) => well.kitVersion?.kit.id));
  const keyOf = ({ well: { kitVersion, name } }: PlacedWell): string => {
    const kit = kitVersion?.kit.id;
    return JSON.stringify([kit, joinedKits.has(kit) ? foldedName(name ?? '') : name]);
  };
  return grouped(named, keyOf).flatMap((group) => {
    const isExpected = sameNameIsReplicate && !group.some(isJoined);
    if (group.length < 2 || isExpected || areReplicates(group, replicateVersions)) return [];
    const names = [...new Set(group.map(({ well }) => well.name ?? ''))];
    const variants = names.length > 1 ? { variants: names } : {};
    return [{ kind: 'twice', name: names[0] ?? '', ...variants, positions: positionsOf(group) }];
  });
}

/**
 * Names that a person would read as the same. A replicate whose name differs in case or spaces would be a
 * separate sample.
 */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .toLowerCase();

/** Whether wells are one sample. Another name, lot, buffer, type or order makes them several. */
function areReplicates(wells: readonly PlacedWell[], versions: ReadonlySet<string>): boolean {
  const samples = new Set(
    wells.map(({ well: { name, kitVersion, lot, reactionBuffer, sampleType, orderId } }) =>
      JSON.stringify([name, kitVersion?.id, lot?.id, reactionBuffer?.id, sampleType, orderId]),
    ),
  );
  return samples.size === 1 && wells.every(({ well }) => versions.has(well.kitVersion?.id ?? ''));
}

interface LotWell {
  readonly position: Position;
  readonly kitVersion: KitVersion;
  readonly lot: Lot;
}

const withLot = (wells: readonly PlacedWell[]): LotWell[] =>
  wells.flatMap(({ position, well: { kitVersion, lot } }) =>
    kitVersion && lot ? [{ position, kitVersion, lot }] : [],
  );

function otherLots(wells: readonly PlacedWell[]): PlateDoubt[] {
  return grouped(withLot(wells), ({ kitVersion }) => kitVersion.id).flatMap((ofVersion) => {
    // The sort is stable: between lots with equally many wells, the first on the plate is the intended one.
    const [, ...others] = grouped(ofVersion, ({ lot }) => lot.id).sort(
      (first, second) => second.length - first.length,
    );
    if (others.length === 0) return [];
    return [
      {
        kind: 'otherLot' as const,
        kitVersion: ofVersion[0].kitVersion,
        lots: others.map(([{ lot }]) => lot),
        positions: positionsOf(others.flat()),
      },
    ];
  });
}

function expiredLots(wells: readonly PlacedWell[], day: string): PlateDoubt[] {
  const expired = withLot(wells).filter(({ lot }) => isExpired(lot, day));
  return grouped(expired, ({ lot }) => lot.id).map((group) => ({
    kind: 'expired' as const,
    kitVersion: group[0].kitVersion,
    lot: group[0].lot,
    positions: positionsOf(group),
  }));
}

const positionsOf = (wells: readonly { readonly position: Position }[]): readonly Position[] =>
  wells.map(({ position }) => position).sort(comparePositions);

/** In the order of first occurrence. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}
