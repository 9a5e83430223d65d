import { readZones, rowFit, wholeRange, type KitFit } from '@curvewell/domain';

import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../database/db.ts';
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

/** Choices that a user can see at a glance. */
const MAX_OFFERS = 3;
/** Versions that offers are searched for in: a comparison of one takes microseconds, reading it more. */
const MAX_VERSIONS = 200;

/**
 * Whether a kit version fits the files of a run on an analyser, and which kits fit them fully where it does not.
 *
 * @throws AppError `not-found` for a run of another laboratory, a kit version or an analyser that does not exist
 */
export async function readFit(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  actor: LaboratoryCaller,
  { runId, kitVersionId, reactionBufferId, ...rest }: FitQuery,
): Promise<KitFit> {
  const run = await readRun(db, actor, { runId });
  const analyserId = rest.analyserId ?? run.analyserId;
  if ((await db.analyser.count({ where: { id: analyserId } })) === 0) throw notFound('analyser');
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
    offers: findings.length === 0 ? [] : await offersFor({ db, clock }, { analyserId, file, kitVersionId }),
  };
}

/** The zones of a row; those of several buffers that are alike are one. */
function zonesOf({ assays }: FittedRow, file: ReturnType<typeof fileContent>): KitFit['zones'] {
  const zones = assays.flatMap((assay) => readZones(assay, file));
  return [...new Map(zones.map((zone) => [JSON.stringify(zone), zone])).values()];
}

const rangeOf = (zones: KitFit['zones']) =>
  wholeRange(zones.map(({ minTemp, maxTemp }) => [minTemp, maxTemp]));

interface Offering {
  readonly analyserId: string;
  readonly file: ReturnType<typeof fileContent>;
  /** What was requested: no way out. */
  readonly kitVersionId: string;
}

/** Kit versions of active kits that are valid today, have an active lot and fit a file fully: of each kit the newest. */
async function offersFor(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { analyserId, file, kitVersionId }: Offering,
): Promise<KitFit['offers']> {
  const rows = await validRows({ db, clock }, analyserId);
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

/** What can be chosen on an analyser today, the newest version first. */
export async function validRows(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  analyserId: string,
): Promise<FittedRow[]> {
  const versions = await db.kitVersion.findMany({
    where: {
      ...validVersion(clock.now()),
      kit: { active: true },
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
