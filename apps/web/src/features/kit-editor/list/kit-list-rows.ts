import type { ListedKit, ListedVersion } from '@curvewell/domain';

export const KIT_FILTERS = ['all', 'in-use', 'under-way', 'not-validated', 'no-controls', 'own'] as const;
export type KitFilter = (typeof KIT_FILTERS)[number];

export const KIT_SORTS = ['name', 'expiry', 'runs'] as const;
export type KitSort = (typeof KIT_SORTS)[number];

/** The version that represents a kit: the newest in use, else the newest. Null: the kit has none. */
export const mainVersion = ({ versions }: ListedKit): ListedVersion | null =>
  versions.find(({ use }) => use === 'in-use') ?? versions[0] ?? null;

/** Versions that are being prepared: drafts and trials other than the main version. */
export const underWay = (kit: ListedKit): readonly ListedVersion[] =>
  kit.versions.filter((version) => isUnderWay(version) && version !== mainVersion(kit));

const isUnderWay = ({ use }: ListedVersion): boolean => use === 'draft' || use === 'trial';

const PASSES: Readonly<Record<KitFilter, (kit: ListedKit) => boolean>> = {
  all: () => true,
  'in-use': ({ versions }) => versions.some(({ use }) => use === 'in-use'),
  'under-way': ({ versions }) => versions.some(isUnderWay),
  'not-validated': ({ analysers }) => analysers.some(({ status }) => status === 'NOT_VALIDATED'),
  'no-controls': (kit) => lacksControls(mainVersion(kit)),
  own: ({ owner }) => owner !== null,
};

/** Whether plates with this version need no control at all. */
export const lacksControls = (version: ListedVersion | null): boolean =>
  version !== null && version.requiredControls.negative + version.requiredControls.positive === 0;

/** Active lots of all its versions, and the first to expire. */
export function kitLots({ versions }: ListedKit) {
  const days = versions.flatMap(({ nextExpiry }) => nextExpiry ?? []);
  return {
    active: versions.reduce((sum, { activeLots }) => sum + activeLots, 0),
    nextExpiry: days.toSorted()[0] ?? null,
  };
}

/** Runs with any of its versions, and the newest of them. */
export function kitRuns({ versions }: ListedKit) {
  const days = versions.flatMap(({ lastRunOn }) => lastRunOn ?? []);
  return {
    runs: versions.reduce((sum, { runs }) => sum + runs, 0),
    lastRunOn: days.toSorted().at(-1) ?? null,
  };
}

const matches = ({ name, owner, versions, buffers }: ListedKit, search: string): boolean =>
  [
    name,
    ...(owner === null ? [] : [owner.name]),
    ...buffers,
    ...versions.map(({ version }) => `${name} ${version}`),
  ].some((words) => words.toLowerCase().includes(search.toLowerCase()));

interface KitView {
  readonly search: string;
  readonly filter: KitFilter;
  readonly sort: KitSort;
  readonly direction: 'asc' | 'desc';
}

const ORDERS: Readonly<Record<KitSort, (one: ListedKit, other: ListedKit) => number>> = {
  name: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }),
  // Kits without an active lot come last in ascending order.
  expiry: (one, other) => (kitLots(one).nextExpiry ?? '9').localeCompare(kitLots(other).nextExpiry ?? '9'),
  runs: (one, other) => kitRuns(one).runs - kitRuns(other).runs,
};

/** The kits of a view in its order, and the number of kits that each filter finds for the same search. */
export function kitsInView(kits: readonly ListedKit[], { search, filter, sort, direction }: KitView) {
  const found = kits.filter((kit) => matches(kit, search));
  const order = ORDERS[sort];
  const rows = found
    .filter((kit) => PASSES[filter](kit))
    .toSorted(
      (one, other) =>
        (direction === 'asc' ? order(one, other) : order(other, one)) || ORDERS.name(one, other),
    );
  const counts = Object.fromEntries(
    KIT_FILTERS.map((name) => [name, found.filter((kit) => PASSES[name](kit)).length]),
  ) as Record<KitFilter, number>;
  return { rows, counts };
}
