import { FIRST_STEPS_NAMES, type FirstSteps } from '@curvewell/contracts';
import { dayIn } from '@curvewell/domain';

import type { Db } from '../../database/db.ts';
import { type KitViewer, visibleKit } from '../../database/kit-scope.ts';
import { validVersion } from '../kits/index.ts';

/** More than the kits that an installation has in use. */
const MAX_VERSIONS = 500;

/**
 * The kits with an active, unexpired lot and settings for the analyser, and the newest versions of those that lack one of them.
 * Sample kits are excluded, because their runs cannot be approved.
 *
 * @param wanted.analyserId - null: settings for any analyser suffice
 */
export async function kitsOf(db: Db, wanted: Wanted): Promise<Pick<FirstSteps, 'kit' | 'openKits'>> {
  const { analyserId } = wanted;
  const versions = await usableVersions(db, wanted);
  const views = versions.map(({ id, version, kit, lots, phases }) => {
    const place = { kitId: kit.id, versionId: id, kit: kit.name, version };
    const status = analyserId === null || phases.length === 0 ? null : (kit.analysers[0]?.status ?? null);
    return { place, lot: lots[0]?.name, isConfigured: phases.length > 0, status };
  });
  const ready = views.filter(({ lot, isConfigured }) => lot !== undefined && isConfigured);
  const [first] = ready;
  const readyKits = new Set(ready.map(({ place }) => place.kitId));
  const open = views.filter(({ place }) => !readyKits.has(place.kitId));
  const newestOfEach = [...Map.groupBy(open, ({ place }) => place.kitId).values()].flatMap(
    ([newest]) => newest ?? [],
  );
  return {
    kit: first?.lot === undefined ? null : { ...first.place, lot: first.lot, others: readyKits.size - 1 },
    openKits: newestOfEach.slice(0, FIRST_STEPS_NAMES).map(({ place, isConfigured, status }) => ({
      ...place,
      lacks: isConfigured ? ('lot' as const) : ('analyser' as const),
      status,
    })),
  };
}

interface Wanted {
  readonly viewer: KitViewer;
  readonly now: Date;
  /** That of the laboratory. */
  readonly timeZone: string;
  readonly analyserId: string | null;
}

function usableVersions(db: Db, { viewer, now, timeZone, analyserId }: Wanted) {
  const onAnalyser = analyserId === null ? {} : { analyserId };
  /** A lot expires after its last day in the laboratory's calendar, as at the import. */
  const today = new Date(dayIn(now, timeZone));
  return db.kitVersion.findMany({
    where: { ...validVersion(now), kit: { active: true, sample: false, ...visibleKit(viewer) } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: MAX_VERSIONS,
    select: {
      id: true,
      version: true,
      kit: {
        select: { id: true, name: true, analysers: { where: onAnalyser, select: { status: true }, take: 1 } },
      },
      lots: {
        where: { active: true, expirationDate: { gte: today } },
        orderBy: { name: 'asc' },
        select: { name: true },
        take: 1,
      },
      phases: { where: onAnalyser, select: { id: true }, take: 1 },
    },
  });
}
