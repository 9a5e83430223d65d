import {
  type ChannelSettings,
  expressionSettingsSchema,
  type KitDocument,
  kitDocumentSchema,
  keptTemplateSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { type KitViewer, visibleKit } from '../../../database/kit-scope.ts';
import { recordAudit } from '../../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Caller } from '../../../actor.ts';
import { FileDownload } from '../../../formats/response-bodies.ts';
import { ownParts } from '../read/diagnostic-color.ts';
import { dayOf } from '../read/lot-view.ts';
import { settingsOfRow } from '../read/settings-of-row.ts';

const analyserAndBuffer = {
  analyser: { select: { name: true } },
  reactionBuffer: { select: { name: true } },
} as const;

const versionInclude = {
  kit: {
    include: {
      channels: { orderBy: { channel: 'asc' } },
      diagnostics: { orderBy: [{ order: 'asc' }, { diagnosticName: 'asc' }] },
      analysers: true,
    },
  },
  outsideDiagnostic: { select: { diagnosticName: true } },
  phases: {
    include: { ...analyserAndBuffer, zones: { orderBy: { name: 'asc' } } },
    orderBy: [{ channel: 'asc' }, { phaseType: 'asc' }],
  },
  keptTemplates: { orderBy: [{ channel: 'asc' }, { phaseType: 'asc' }, { zone: 'asc' }] },
  rules: {
    include: { ...analyserAndBuffer, diagnosticColor: { select: { diagnosticName: true } } },
    orderBy: { order: 'asc' },
  },
} as const satisfies Prisma.KitVersionInclude;

type VersionRow = Prisma.KitVersionGetPayload<{ include: typeof versionInclude }>;

/** A kit version as a JSON document that another installation can import. @throws AppError `not-found` */
export async function exportKit(
  { db }: { readonly db: Db },
  actor: Caller,
  { kitId, versionId }: { readonly kitId: string; readonly versionId: string },
): Promise<FileDownload> {
  const row = await transaction({ db, actor }, async (tx) => {
    const version = await findVersion(tx, actor, { kitId, versionId });
    await recordAudit(tx, actor, { action: 'kit.export', entity: 'export', entityId: versionId });
    return version;
  });
  return jsonDownload(`${row.kit.name}_${row.version}`, kitDocument(row));
}

/** The document of a kit version, for use within the installation. @throws AppError `not-found` */
export async function documentOfVersion(
  { db }: { readonly db: Db | Tx },
  viewer: KitViewer,
  place: { readonly kitId: string; readonly versionId: string },
): Promise<KitDocument> {
  return kitDocument(await findVersion(db, viewer, place));
}

async function findVersion(
  db: Db | Tx,
  viewer: KitViewer,
  { kitId, versionId }: { readonly kitId: string; readonly versionId: string },
): Promise<VersionRow> {
  const version = await db.kitVersion.findFirst({
    where: { id: versionId, kitId, kit: visibleKit(viewer) },
    include: versionInclude,
  });
  if (version === null) throw notFound('kit version');
  return version;
}

export function jsonDownload(name: string, document: object): FileDownload {
  return new FileDownload({
    name: `${name.replace(/[/\\]/g, '-')}.json`,
    mediaType: 'application/json; charset=utf-8',
    content: Buffer.from(`${JSON.stringify(document, null, 2)}\n`),
  });
}

function kitDocument({ kit, phases, rules, keptTemplates, ...version }: VersionRow): KitDocument {
  const rulesAt = Map.groupBy(rules, (rule) => placeOf(rule, rule.channel));
  const keptAt = Map.groupBy(keptTemplates, (kept) => placeOf(kept, kept.channel));
  const statusOf = new Map(kit.analysers.map(({ analyserId, status }) => [analyserId, status]));
  const places = [...Map.groupBy(phases, (phase) => placeOf(phase, '')).values()];
  const settings = Object.entries(settingsOfRow(version)).filter(([, value]) => value !== null);
  // Parsed before export, so that a document that could not be imported fails here.
  return kitDocumentSchema.parse({
    format: 'curvewell-kit-version',
    formatVersion: 1,
    kit: {
      name: kit.name,
      ...(kit.sample && { sample: true }),
      channels: kit.channels.map(({ channel, label }) => ({ channel, label })),
      diagnostics: kit.diagnostics.map(({ diagnosticName, label, color, ...row }) => ({
        name: diagnosticName,
        label,
        color: color.trim(),
        ...ownParts(row),
      })),
    },
    version: {
      version: version.version,
      validityStartDate: version.validityStartDate === null ? null : dayOf(version.validityStartDate),
      validityEndDate: version.validityEndDate === null ? null : dayOf(version.validityEndDate),
      isEditable: version.isEditable,
      outsideDiagnostic: version.outsideDiagnostic?.diagnosticName ?? null,
      ...Object.fromEntries(settings),
    },
    configurations: places
      .map((ofPlace) => ({
        analyser: ofPlace[0]?.analyser.name ?? '',
        status: statusOf.get(ofPlace[0]?.analyserId ?? '') ?? 'NOT_VALIDATED',
        reactionBuffer: ofPlace[0]?.reactionBuffer.name ?? '',
        channels: [...Map.groupBy(ofPlace, ({ channel }) => channel)].map(([name, ofChannel]) => ({
          name,
          phases: ofChannel.map(phaseSettings),
          rules: ofChannel
            .slice(0, 1)
            .flatMap((phase) => (rulesAt.get(placeOf(phase, name)) ?? []).map(ruleSettings)),
          ...keptSettings(ofChannel.flatMap((phase) => keptAt.get(placeOf(phase, name)) ?? [])),
        })),
      }))
      .sort((a, b) => byName(a.analyser, b.analyser) || byName(a.reactionBuffer, b.reactionBuffer)),
  });
}

interface Place {
  readonly analyserId: string;
  readonly reactionBufferId: string;
}

const placeOf = ({ analyserId, reactionBufferId }: Place, channel: string) =>
  `${analyserId} ${reactionBufferId} ${channel}`;

function phaseSettings(phase: VersionRow['phases'][number]): ChannelSettings['phases'][number] {
  const { phaseType, minThreshold, slopeThreshold, minQuality, inversed } = phase;
  return {
    phaseType,
    minThreshold,
    slopeThreshold,
    minQuality,
    inversed,
    zones: phase.zones.map((zone) => ({
      name: zone.name,
      minTemp: zone.minTemp,
      maxTemp: zone.maxTemp,
      label: zone.label,
      minThreshold: zone.minThreshold,
      minQuality: zone.minQuality,
      ...(zone.referenceTm !== null && { referenceTm: zone.referenceTm }),
    })),
  };
}

function ruleSettings(rule: VersionRow['rules'][number]): ChannelSettings['rules'][number] {
  return {
    zones: [...rule.zones].sort(),
    diagnostic: rule.diagnosticColor?.diagnosticName ?? null,
    expressions: z.array(expressionSettingsSchema).parse(rule.expressions),
  };
}

/** Omitted when there are none. */
function keptSettings(rows: VersionRow['keptTemplates']): Pick<ChannelSettings, 'keptTemplates'> {
  const kept = [...new Set(rows)].map(({ template }) => keptTemplateSchema.parse(template));
  return kept.length === 0 ? {} : { keptTemplates: kept };
}

const byName = (a: string, b: string) => a.localeCompare(b, 'en');
