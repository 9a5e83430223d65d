import { readZones, rowFit, wholeRange, type KitFit } from '@curvewell/domain';

import type { Dependencies } from '../../../dependencies.ts';
import { requireVersion, visibleKit, type KitViewer } from '../../../database/kit-scope.ts';
import { notFound } from '../../../errors.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { validVersion } from '../../kits/index.ts';
import { fileContent, loadFitRows, type FittedRow } from './kit-fit.ts';
import { readRun } from '../read/queries.ts';

interface FitQuery {
  readonly runId: string;
  readonly kitVersionId: string;
  readonly reactionBufferId?: string | undefined;
  readonly analyserId?: string | undefined;
}

const MAX_OFFERS = 3;
/**
 * The maximum number of versions to search for suggestions. A comparison takes microseconds; loading takes
 * longer.
 */
const MAX_VERSIONS = 200;

/**
 * Whether a kit version fits a run's files on an analyser, and if not, which kits do.
 *
 * @throws AppError `not-found` for a run of another laboratory, a kit version or an analyser that does not
 * exist
 */
export async function readFit(
  { db, clock }: Dependencies,
  actor: LaboratoryCaller,
  { runId, kitVersionId, reactionBufferId, ...rest }: FitQuery,
): Promise<KitFit> {
  const run = await readRun(db, actor, { runId });
  const analyserId = rest.analyserId ?? run.analyserId;
  if ((await db.analyser.count({ where: { id: analyserId } })) === 0) throw notFound('analyser');
  await requireVersion(db, actor, kitVersionId);
  const place = { kitVersionId, reactionBufferId: reactionBufferId ?? null };
  const [row] = await loadFitRows(db, { analyserId, places: [place] });
  if (row === undefined) throw notFound('kit version');
  const file = fileContent(run);
  const findings = rowFit(file, row);
  const zones = zonesOf(row, file);
  return {
    findings,
    zones,
    range: rangeOf(zones),
    offers:
      findings.length === 0 ? [] : await offersFor({ db, clock }, actor, { analyserId, file, kitVersionId }),
  };
}

/** The zones of a row, without duplicates among buffers. */
function zonesOf({ assays }: FittedRow, file: ReturnType<typeof fileContent>): KitFit['zones'] {
  const zones = assays.flatMap((assay) => readZones(assay, file));
  return [...new Map(zones.map((zone) => [JSON.stringify(zone), zone])).values()];
}

const rangeOf = (zones: KitFit['zones']) =>
  wholeRange(zones.map(({ minTemp, maxTemp }) => [minTemp, maxTemp]));

interface Offering {
  readonly analyserId: string;
  readonly file: ReturnType<typeof fileContent>;
  /** The requested version, which is not suggested. */
  readonly kitVersionId: string;
}

/** The newest version of each active kit that is valid today, has an active lot and fits the files. */
async function offersFor(
  { db, clock }: Dependencies,
  viewer: KitViewer,
  { analyserId, file, kitVersionId }: Offering,
): Promise<KitFit['offers']> {
  const rows = await validRows({ db, clock }, viewer, analyserId);
  const fitting = rows
    .filter((row) => row.kitVersionId !== kitVersionId)
    .flatMap((row) => {
      const range = rangeOf(zonesOf(row, file));
      return range === null || rowFit(file, row).length > 0 ? [] : { row, range };
    });
  const ofEachKit = [...Map.groupBy(fitting, ({ row }) => row.kitId).values()].flatMap(
    ([newest]) => newest ?? [],
  );
  return ofEachKit.slice(0, MAX_OFFERS).map(({ row, range }) => ({
    kitVersion: { id: row.kitVersionId, version: row.version, kit: { id: row.kitId, name: row.kitName } },
    reactionBuffer: null,
    range,
  }));
}

/** The versions selectable on an analyser today, newest first. */
export async function validRows(
  { db, clock }: Dependencies,
  viewer: KitViewer,
  analyserId: string,
): Promise<FittedRow[]> {
  const versions = await db.kitVersion.findMany({
    where: {
      ...validVersion(clock.now()),
      kit: { active: true, ...visibleKit(viewer) },
      lots: { some: { active: true } },
      phases: { some: { analyserId } },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    select: { id: true },
    take: MAX_VERSIONS,
  });
  return loadFitRows(db, {
    analyserId,
    places: versions.map(({ id }) => ({ kitVersionId: id, reactionBufferId: null })),
  });
}
