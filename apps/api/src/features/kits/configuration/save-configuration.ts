import type { ChannelName, KitConfigurationBody, KitConfiguration } from '@curvewell/domain';

import { recordAudit } from '../../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../../database/db.ts';
import { AppError, refuse, refuseInvisible, refuseIssues } from '../../../errors.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Caller } from '../../../actor.ts';
import { configurationIssues } from '../zones/configuration-issues.ts';
import { checkSettings } from './check-settings.ts';
import { canonical, isUnchanged, replaceChannels } from './configuration-rows.ts';
import { refuseLocked } from './lock-version.ts';
import { getConfiguration, type Place } from './read-configuration.ts';
import { kitSteps } from './reading-steps.ts';
import { resolveAnalyser, resolveBuffer, resolveKit, resolveVersion } from './save-references.ts';
import { saveSettings, settingsChange } from './version-settings.ts';
import { zoneWarnings } from '../zones/zone-warnings.ts';

/**
 * Creates what is new in the settings – kit, version, reaction buffer – and saves the rest. Channels that the
 * body omits are unchanged; channels without phases are emptied.
 *
 * @throws AppError `not-found`, `name-taken`, `locked`, `stale`, `invalid-request`
 */
export async function createConfiguration(
  { db }: { readonly db: Db },
  actor: Caller,
  body: KitConfigurationBody,
): Promise<KitConfiguration> {
  refuseIssues(configurationIssues(body));
  return transaction({ db, actor }, (tx) => saveConfiguration(tx, actor, body));
}

/**
 * Changes the settings of a kit version; for a locked one only the status of its kit.
 *
 * @throws AppError as `createConfiguration`
 */
export async function updateConfiguration(
  dependencies: { readonly db: Db },
  actor: Caller,
  { kitVersionId, body }: { readonly kitVersionId: string; readonly body: KitConfigurationBody },
): Promise<KitConfiguration> {
  if (!('id' in body.kitVersion) || body.kitVersion.id !== kitVersionId) {
    return refuse(['kitVersion'], 'The kit version in the body differs from the one in the address.');
  }
  return createConfiguration(dependencies, actor, body);
}

async function saveConfiguration(
  tx: Tx,
  actor: Caller,
  body: KitConfigurationBody,
): Promise<KitConfiguration> {
  const kitId = await resolveKit(tx, actor, body.kit);
  const versionId = await resolveVersion(tx, actor, { kitId, kit: body.kit, version: body.kitVersion });
  const buffer = await resolveBuffer(tx, actor, { kitId, buffer: body.reactionBuffer });
  const analyserId = await resolveAnalyser(tx, { kitId, analyser: body.analyser });
  await checkDiagnostics(tx, kitId, body);
  // A kit without a buffer has no settings, so only the kit is created.
  const isConfiguring = body.channels.length > 0 || body.combinationDiagnostics.length > 0;
  if (buffer === null && isConfiguring) refuse(['reactionBuffer'], 'no rb name');
  const place = { versionId, reactionBufferId: buffer?.id ?? null, analyserId };

  const former = await getConfiguration(tx, actor, place);
  const { channels, channelAssignments } = body;
  const targets = await tx.kitChannel.findMany({ where: { kitId }, select: { label: true } });
  refuseInvisible({ channels, channelAssignments }, [former.channels, targets]);
  const assignments = await changedAssignments(tx, kitId, body);
  const isSame = isUnchanged(former, body) && assignments.length === 0;
  const change = await settingsChange(tx, { former: former.kitVersion, body });
  if (!isSame || change !== null || buffer?.isNew === true) await refuseLocked(tx, versionId);
  await refuseUsedTargets(tx, kitId, assignments);

  await saveAssignments(tx, actor, { kitId, versionId, assignments });
  if (!isSame && buffer) {
    await saveChannels(tx, actor, { place: { ...place, reactionBufferId: buffer.id }, former, body });
  } else if (buffer?.isNew === true) {
    await recordConfigured(tx, actor, { versionId, details: { reactionBufferId: buffer.id } });
  }
  if (change !== null) await saveSettings(tx, actor, { versionId, change });
  if (!isSame || change !== null) await checkSettings(tx, { versionId });
  await saveStatus(tx, actor, { kitId, analyserId, body });
  await tx.kitVersion.update({ where: { id: versionId }, data: { revision: { increment: 1 } } });
  const saved = await getConfiguration(tx, actor, place);
  const stepOf = await kitSteps(tx, { laboratoryId: actor.laboratory?.id ?? null, kitId });
  const warnings =
    buffer === null ? [] : zoneWarnings({ ...saved, analyserId, reactionBufferId: buffer.id }, stepOf);
  return warnings.length === 0 ? saved : { ...saved, warnings };
}

async function checkDiagnostics(
  tx: Tx,
  kitId: string,
  { combinationDiagnostics }: KitConfigurationBody,
): Promise<void> {
  const ids = new Set(combinationDiagnostics.flatMap(({ diagnosticColor }) => diagnosticColor?.id ?? []));
  const count = await tx.diagnosticColor.count({ where: { kitId, id: { in: [...ids] } } });
  if (count < ids.size) refuse(['combinationDiagnostics'], 'A diagnostic does not belong to the kit.');
}

interface Assignment {
  readonly channel: ChannelName;
  readonly label: string;
  /** Null: the kit does not have the channel yet. */
  readonly former: string | null;
}

async function changedAssignments(
  tx: Tx,
  kitId: string,
  { channelAssignments, channels }: KitConfigurationBody,
): Promise<Assignment[]> {
  const rows = await tx.kitChannel.findMany({ where: { kitId } });
  const labels = new Map(rows.map(({ channel, label }) => [channel, label]));
  // A channel with settings belongs to the kit, even without a target.
  const missing = channels
    .filter(({ name, phases }) => phases.length > 0 && !labels.has(name))
    .map(({ name }) => ({ channel: name, label: '' }));
  const requested = channelAssignments ?? [];
  return [...missing.filter(({ channel }) => requested.every((one) => one.channel !== channel)), ...requested]
    .map(({ channel, label }) => ({ channel, label, former: labels.get(channel) ?? null }))
    .filter(({ label, former }) => label !== former);
}

/**
 * All versions of a kit share its targets, and pages show them with the results of every run.
 *
 * @throws AppError `locked` when a version is in use or a run has one
 */
async function refuseUsedTargets(tx: Tx, kitId: string, assignments: readonly Assignment[]): Promise<void> {
  if (assignments.every(({ former }) => former === null)) return;
  const used = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM kit_version v WHERE v.kit_id = ${kitId}::uuid AND (NOT v.is_editable
      OR EXISTS (SELECT FROM lot WHERE lot.kit_version_id = v.id AND lot.active)
      OR EXISTS (SELECT FROM run_kit r WHERE r.kit_version_id = v.id)) LIMIT 1`;
  if (used.length === 0) return;
  throw new AppError(
    'locked',
    'This kit is in use: the targets of its channels cannot be changed. Copy the kit to use other targets.',
  );
}

interface SavedAssignments {
  readonly kitId: string;
  readonly versionId: string;
  readonly assignments: readonly Assignment[];
}

async function saveAssignments(
  tx: Tx,
  actor: Caller,
  { kitId, versionId, assignments }: SavedAssignments,
): Promise<void> {
  // At most `MAX_CHANNELS`.
  for (const { channel, label } of assignments) {
    await tx.kitChannel.upsert({
      where: { kitId_channel: { kitId, channel } },
      create: { kitId, channel, label },
      update: { label },
    });
  }
  const targets = assignments
    .filter(({ label, former }) => label !== (former ?? ''))
    .map(({ channel, label, former }) => ({ channel, from: former, to: label }));
  if (targets.length > 0) await recordConfigured(tx, actor, { versionId, details: { targets } });
}

interface Configured {
  readonly versionId: string;
  readonly details: Prisma.InputJsonObject;
}

const recordConfigured = (tx: Tx, actor: Caller, { versionId, details }: Configured): Promise<void> =>
  recordAudit(tx, actor, {
    action: 'kitVersion.configure',
    entity: 'kitVersion',
    entityId: versionId,
    details,
  });

async function saveChannels(
  tx: Tx,
  actor: Caller,
  {
    place,
    former,
    body,
  }: { readonly place: Place; readonly former: KitConfiguration; readonly body: KitConfigurationBody },
): Promise<void> {
  await replaceChannels(tx, place, body);
  await recordConfigured(tx, actor, {
    versionId: place.versionId,
    details: {
      reactionBufferId: place.reactionBufferId,
      analyserId: place.analyserId,
      channels: body.channels.map(({ name }) => name),
      from: canonical(former),
      to: canonical(body),
    },
  });
}

async function saveStatus(
  tx: Tx,
  actor: Caller,
  {
    kitId,
    analyserId,
    body: { status, statusReason },
  }: {
    readonly kitId: string;
    readonly analyserId: string;
    readonly body: Pick<KitConfigurationBody, 'status' | 'statusReason'>;
  },
): Promise<void> {
  const where = { kitId_analyserId: { kitId, analyserId } };
  const former = await tx.kitAnalyser.findUnique({ where });
  const next = status ?? former?.status ?? 'NOT_VALIDATED';
  if (former?.status === next) return;
  await tx.kitAnalyser.upsert({
    where,
    create: { kitId, analyserId, status: next },
    update: { status: next },
  });
  await recordAudit(tx, actor, {
    action: 'kit.status',
    entity: 'kit',
    entityId: kitId,
    details: { analyserId, from: former?.status ?? null, to: next, reason: statusReason ?? null },
  });
}
