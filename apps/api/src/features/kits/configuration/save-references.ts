import type { KitConfigurationBody } from '@curvewell/domain';

import { recordAudit, staleError } from '../../../audit/record-audit.ts';
import type { Tx } from '../../../database/db.ts';
import { isVisible, visibleKit } from '../../../database/kit-scope.ts';
import { notFound, refuse } from '../../../errors.ts';
import type { Caller } from '../../../actor.ts';
import { ownerDetails, ownerOfNew, refuseTakenKit } from '../owner/new-kit.ts';
import { copyConfigurations } from './copy-configurations.ts';
import { copyKit } from './copy-kit.ts';
import { lockVersion } from './lock-version.ts';
import { nameTaken, nameTakenOrRethrow } from '../../../database/taken-name.ts';

/**
 * The selected kit, or a new one. @throws AppError `not-found`, `name-taken`, and for a new one as `ownerOfNew`
 */
export async function resolveKit(tx: Tx, actor: Caller, kit: KitConfigurationBody['kit']): Promise<string> {
  if ('id' in kit) {
    const row = await tx.kit.findUnique({
      where: { id: kit.id, ...visibleKit(actor) },
      select: { id: true },
    });
    if (row === null) throw notFound('kit');
    return row.id;
  }
  const { name } = kit;
  const laboratoryId = ownerOfNew(actor, kit.owner);
  await refuseTakenKit(tx, actor, name);
  const { id } = await nameTakenOrRethrow({ kind: 'Kit', name }, () =>
    tx.kit.create({ data: { name, laboratoryId }, select: { id: true } }),
  );
  await recordAudit(tx, actor, {
    action: 'kit.create',
    entity: 'kit',
    entityId: id,
    details: { name, ...ownerDetails(laboratoryId, actor) },
  });
  return id;
}

interface VersionOfKit {
  readonly kitId: string;
  /** As requested: an existing or a new kit. */
  readonly kit: KitConfigurationBody['kit'];
}

/**
 * The selected version, locked and at the caller's revision, or a new one.
 *
 * @throws AppError `not-found`, `stale`, `name-taken`, `invalid-request`
 */
export async function resolveVersion(
  tx: Tx,
  actor: Caller,
  { kitId, kit, version }: VersionOfKit & { readonly version: KitConfigurationBody['kitVersion'] },
): Promise<string> {
  if ('version' in version) return createVersion(tx, actor, { kitId, kit, version });
  await lockVersion(tx, actor, version.id);
  const row = await tx.kitVersion.findUniqueOrThrow({ where: { id: version.id } });
  if (row.kitId !== kitId) refuse(['kitVersion'], 'This version does not belong to the kit.');
  if (row.revision !== version.revision) throw await staleError(tx, actor, 'kitVersion', version.id);
  return row.id;
}

async function createVersion(
  tx: Tx,
  actor: Caller,
  {
    kitId,
    kit,
    version: { version, validityStartDate, validityEndDate, copyOf },
  }: VersionOfKit & {
    readonly version: Extract<KitConfigurationBody['kitVersion'], { readonly version: string }>;
  },
): Promise<string> {
  // Serialises users who add the same version in different case.
  await tx.$queryRaw`SELECT 1 FROM kit WHERE id = ${kitId}::uuid FOR UPDATE`;
  const same = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM kit_version WHERE kit_id = ${kitId}::uuid AND lower(version) = lower(${version})`;
  if (same.length > 0) throw nameTaken('Kit Version', version);
  const day = (text: string | null) => (text === null ? null : new Date(`${text}T00:00:00Z`));
  const { id } = await tx.kitVersion.create({
    data: {
      kitId,
      version,
      validityStartDate: day(validityStartDate),
      validityEndDate: day(validityEndDate),
    },
    select: { id: true },
  });
  await recordAudit(tx, actor, {
    action: 'kitVersion.create',
    entity: 'kitVersion',
    entityId: id,
    details: { kitId, version, validityStartDate, validityEndDate, ...(copyOf && { copyOf }) },
  });
  if (copyOf !== undefined) {
    if ('id' in kit) await copyConfigurations(tx, { kitId, from: copyOf, to: id });
    else await copyKit(tx, actor, { from: copyOf, to: { kitId, versionId: id } });
  }
  return id;
}

/**
 * The selected or new buffer, assigned to the kit; by default the kit's first, null when it has none.
 *
 * @throws AppError `not-found`, `name-taken`
 */
export async function resolveBuffer(
  tx: Tx,
  actor: Caller,
  { kitId, buffer }: { readonly kitId: string; readonly buffer: KitConfigurationBody['reactionBuffer'] },
): Promise<{ readonly id: string; readonly isNew: boolean } | null> {
  if (buffer === null) {
    const first = await tx.kitReactionBuffer.findFirst({
      where: { kitId },
      orderBy: { reactionBuffer: { name: 'asc' } },
    });
    return first && { id: first.reactionBufferId, isNew: false };
  }
  const reactionBufferId = 'id' in buffer ? buffer.id : await findOrCreateBuffer(tx, actor, buffer.name);
  // One that only kits of other laboratories have is theirs.
  const seen = { OR: [{ kits: { none: {} } }, { kits: { some: { kit: visibleKit(actor) } } }] };
  if ('id' in buffer && (await tx.reactionBuffer.count({ where: { ...buffer, ...seen } })) === 0) {
    throw notFound('reaction buffer');
  }
  const { count } = await tx.kitReactionBuffer.createMany({
    data: [{ kitId, reactionBufferId }],
    skipDuplicates: true,
  });
  return { id: reactionBufferId, isNew: count > 0 };
}

/**
 * Adds a buffer. If only kits of other laboratories have it, it is reused without a message.
 *
 * @throws AppError `name-taken`
 */
async function findOrCreateBuffer(tx: Tx, actor: Caller, name: string): Promise<string> {
  const [known] = await tx.$queryRaw<{ id: string; isSeen: boolean }[]>`
    SELECT b.id, EXISTS (SELECT FROM kit_reaction_buffer o JOIN kit k ON k.id = o.kit_id
      WHERE o.reaction_buffer_id = b.id AND ${isVisible(actor)})
      OR NOT EXISTS (SELECT FROM kit_reaction_buffer o WHERE o.reaction_buffer_id = b.id) AS "isSeen"
    FROM reaction_buffer b WHERE lower(b.name) = lower(${name})`;
  if (known?.isSeen === true) throw nameTaken('Reaction Buffer', name);
  return known?.id ?? (await createBuffer(tx, actor, name));
}

async function createBuffer(tx: Tx, actor: Caller, name: string): Promise<string> {
  const { id } = await nameTakenOrRethrow({ kind: 'Reaction Buffer', name }, () =>
    tx.reactionBuffer.create({ data: { name }, select: { id: true } }),
  );
  await recordAudit(tx, actor, {
    action: 'reactionBuffer.create',
    entity: 'reactionBuffer',
    entityId: id,
    details: { name },
  });
  return id;
}

/**
 * The selected analyser; by default the first of the kit's, else the first of all.
 *
 * @throws AppError `not-found`
 */
export async function resolveAnalyser(
  tx: Tx,
  { kitId, analyser }: { readonly kitId: string; readonly analyser: KitConfigurationBody['analyser'] },
): Promise<string> {
  const orderBy = [{ order: 'asc' }, { name: 'asc' }] as const;
  const row =
    analyser === null
      ? ((await tx.analyser.findFirst({ where: { kits: { some: { kitId } } }, orderBy: [...orderBy] })) ??
        (await tx.analyser.findFirst({ where: { active: true }, orderBy: [...orderBy] })))
      : await tx.analyser.findUnique({ where: { id: analyser.id } });
  if (row === null) throw notFound('analyser');
  return row.id;
}
