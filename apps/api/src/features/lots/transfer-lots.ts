import type { LotDocument } from '@curvewell/domain';
import type { ReaderLimits } from '@curvewell/instruments';

import { recordAudit } from '../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { isVisible, visibleKit } from '../../database/kit-scope.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Caller } from '../../actor.ts';
import type { FileDownload } from '../../formats/response-bodies.ts';
import type { UploadedFile } from '../../formats/uploaded-file.ts';
import { nameTaken } from '../../database/taken-name.ts';
import { dayOf, jsonDownload, lockVersion, readDocument, unreadable } from '../kits/index.ts';

/** The lots of a kit version as a JSON document. @throws AppError `not-found` for a lot of another version */
export async function exportLots(
  { db }: { readonly db: Db },
  actor: Caller,
  { versionId, lotIds }: { readonly versionId: string; readonly lotIds: readonly string[] },
): Promise<FileDownload> {
  const ids = [...new Set(lotIds)];
  const version = await transaction({ db, actor }, async (tx) => {
    const row = await tx.kitVersion.findUnique({
      where: { id: versionId, kit: visibleKit(actor) },
      include: {
        kit: { select: { name: true } },
        lots: { where: { id: { in: ids } }, orderBy: { name: 'asc' } },
      },
    });
    if (row === null) throw notFound('kit version');
    if (row.lots.length < ids.length) throw notFound('lot of this kit version');
    await recordAudit(tx, actor, {
      action: 'lot.export',
      entity: 'export',
      entityId: versionId,
      details: { lots: row.lots.map(({ name }) => name) },
    });
    return row;
  });
  const document: LotDocument = {
    format: 'curvewell-lots',
    formatVersion: 1,
    kit: version.kit.name,
    version: version.version,
    lots: version.lots.map(({ name, expirationDate, active }) => ({
      name,
      expirationDate: dayOf(expirationDate),
      active,
    })),
  };
  return jsonDownload(`${version.kit.name}_${version.version}_lots`, document);
}

interface Imported {
  readonly kit: { id: string; name: string };
  readonly version: string;
  readonly lots: string[];
}

/**
 * Creates lots from an exported document, all or none. An existing lot is never overwritten: a lot with a
 * taken name is created under the given new name, or refused.
 *
 * @throws AppError `name-taken`, `not-found` without the kit version, `unsupported-file`, `unreadable-file`
 */
export async function importLots(
  { db, readerLimits: limits }: { readonly db: Db; readonly readerLimits: ReaderLimits },
  actor: Caller,
  {
    files,
    versionName,
    signal,
  }: {
    readonly files: readonly UploadedFile[];
    readonly versionName?: string | undefined;
    readonly signal: AbortSignal;
  },
): Promise<Imported> {
  const document = await readDocument(files, 'lots', { limits, signal });
  return transaction({ db, actor }, async (tx) => {
    const { versionId, ...target } = await findVersion(tx, actor, { document, file: files[0]?.name ?? '' });
    await lockVersion(tx, actor, versionId);
    const twice = (await evaluateNames(tx, versionId, document.lots)).find(({ isTwice }) => isTwice);
    if (twice !== undefined) {
      throw unreadable(files[0]?.name ?? '', [{ path: ['lots'], message: `lot ${twice.name} occurs twice` }]);
    }
    const lots = await freeNames(tx, { versionId, lots: document.lots, newName: versionName });
    await tx.lot.createMany({
      data: lots.map(({ name, active, expirationDate }) => ({
        kitVersionId: versionId,
        name,
        active,
        expirationDate: new Date(`${expirationDate}T00:00:00Z`),
        admin: true,
      })),
    });
    await recordAudit(tx, actor, {
      action: 'lot.import',
      entity: 'lot',
      entityId: null,
      details: { versionId, lots, file: files[0]?.name ?? null, sha256: files[0]?.sha256 ?? null },
    });
    return { ...target, lots: lots.map(({ name }) => name) };
  });
}

/** @throws AppError `not-found`, `unreadable-file` when the laboratory and all laboratories have such a version */
async function findVersion(
  tx: Tx,
  actor: Caller,
  { document: { kit, version }, file }: { readonly document: LotDocument; readonly file: string },
) {
  const [row, other] = await tx.$queryRaw<
    { versionId: string; version: string; kitId: string; kitName: string }[]
  >`
    SELECT v.id AS "versionId", v.version, k.id AS "kitId", k.name AS "kitName"
    FROM kit_version v JOIN kit k ON k.id = v.kit_id
    WHERE lower(k.name) = lower(${kit}) AND lower(v.version) = lower(${version}) AND ${isVisible(actor)}`;
  if (row === undefined) {
    throw new AppError(
      'not-found',
      `There is no version ${version} of ${kit} here. Import the kit version first.`,
    );
  }
  if (other !== undefined)
    throw unreadable(file, [
      { path: ['kit'], message: `${kit} ${version} is a kit of your laboratory and one of all laboratories` },
    ]);
  return { versionId: row.versionId, kit: { id: row.kitId, name: row.kitName }, version: row.version };
}

interface Wanted {
  readonly versionId: string;
  readonly lots: LotDocument['lots'];
  readonly newName: string | undefined;
}

/** Replaces the taken name by the new one; one name cannot replace several. */
async function freeNames(tx: Tx, { versionId, lots, newName }: Wanted): Promise<LotDocument['lots']> {
  const evaluated = await evaluateNames(tx, versionId, lots);
  const [clash, ...others] = evaluated.filter(({ isTaken }) => isTaken);
  if (clash === undefined) return lots;
  if (newName === undefined || others.length > 0) throw nameTaken('Lot', clash.name);
  const renamed = lots.map((lot) => (lot.name === clash.name ? { ...lot, name: newName } : lot));
  const again = await evaluateNames(tx, versionId, renamed);
  if (again.some(({ isTaken, isTwice }) => isTaken || isTwice)) throw nameTaken('Lot', newName);
  return renamed;
}

interface EvaluatedName {
  readonly name: string;
  /** A lot of the version has this name. */
  readonly isTaken: boolean;
  /** An earlier lot of the document has this name. */
  readonly isTwice: boolean;
}

/** Names are compared by the database, because its case rules differ from JavaScript's. */
function evaluateNames(tx: Tx, versionId: string, lots: LotDocument['lots']): Promise<EvaluatedName[]> {
  const names = lots.map(({ name }) => name);
  return tx.$queryRaw<EvaluatedName[]>`
    SELECT n.name,
      EXISTS (SELECT 1 FROM lot l WHERE l.kit_version_id = ${versionId}::uuid AND lower(l.name) = lower(n.name)) AS "isTaken",
      row_number() OVER (PARTITION BY lower(n.name) ORDER BY n.place) > 1 AS "isTwice"
    FROM unnest(${names}::text[]) WITH ORDINALITY AS n (name, place)
    ORDER BY n.place`;
}
