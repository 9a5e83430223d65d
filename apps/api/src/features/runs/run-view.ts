import {
  importReportSchema,
  type ChannelAnalysis,
  type Comment,
  type Position,
  type Run,
  type Well,
} from '@curvewell/contracts';

import type { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { diagnosticColorOf } from '../diagnostics/index.ts';
import { dayOf, runSummary, summaryInclude } from './run-summary.ts';

/** Everything of other tables that one run shows. */
export const runInclude = {
  ...summaryInclude,
  comments: { orderBy: { createdAt: 'asc' } },
  files: { orderBy: { order: 'asc' }, omit: { content: true } },
  interpretation: { select: { algorithmVersion: true, configurationSha256: true } },
  analyses: {
    orderBy: { channel: 'asc' },
    include: {
      wells: {
        include: {
          kitVersion: { select: { id: true, version: true, kit: { select: { id: true, name: true } } } },
          lot: { select: { id: true, name: true, expirationDate: true } },
          reactionBuffer: { select: { id: true, name: true } },
          expectedDiagnostic: true,
        },
      },
    },
  },
} as const satisfies Prisma.RunInclude;

type RunRow = Prisma.RunGetPayload<{ include: typeof runInclude }>;
type AnalysisRow = RunRow['analyses'][number];
type WellRow = AnalysisRow['wells'][number];
type CommentRow = RunRow['comments'][number];

/** A comment as the caller sees it. */
export function commentView(actor: LaboratoryCaller, row: CommentRow): Comment {
  return {
    id: row.id,
    technicianName: row.authorName,
    own: row.authorId === actor.userId,
    creationDateTime: row.createdAt.toISOString(),
    editDateTime: row.editedAt?.toISOString() ?? null,
    value: row.value,
  };
}

/** One run with its wells, from its rows. */
export function runView(actor: LaboratoryCaller, row: RunRow): Run {
  const commentsOf = Map.groupBy(row.comments, ({ wellId }) => wellId);
  const views = (wellId: string | null) =>
    (commentsOf.get(wellId) ?? []).map((comment) => commentView(actor, comment));
  return {
    ...runSummary(actor, row),
    kits: row.kits.map(({ kitVersion, reactionBuffer, lots }) => ({
      kitVersion: {
        id: kitVersion.id,
        version: kitVersion.version,
        kit: { id: kitVersion.kit.id, name: kitVersion.kit.name },
      },
      reactionBuffer,
      lots: lots.map(({ lot }) => ({ ...lot, expirationDate: dayOf(lot.expirationDate) })),
      channelAssignments: kitVersion.kit.channels.map(({ channel, label }) => ({ channel, label })),
    })),
    analyses: row.analyses.map((analysis) => analysisView(analysis, views)),
    comments: views(null),
    files: row.files.map(({ id, name, size, sha256 }) => ({ id, name, size, sha256 })),
    acts: runActs(row),
    algorithmVersion: row.interpretation?.algorithmVersion ?? null,
    configurationSha256: row.interpretation?.configurationSha256 ?? null,
    importReport: importReportSchema.parse(row.importReport),
  };
}

function runActs(row: RunRow): Run['acts'] {
  const act = (name: string | null, at: Date | null) =>
    name === null || at === null ? null : { name, at: at.toISOString() };
  const decided = act(row.decidedByName, row.decidedAt);
  return {
    imported: { name: row.createdByName, at: row.importedAt.toISOString() },
    interpreted: act(row.interpretedByName, row.interpretedAt),
    submitted: act(row.submittedByName, row.submittedAt),
    approved: row.status === 'APPROVED' ? decided : null,
    rejected: row.status === 'REJECTED' ? decided : null,
    archived: act(row.archivedByName, row.archivedAt),
  };
}

function analysisView(row: AnalysisRow, comments: (wellId: string) => Comment[]): ChannelAnalysis {
  const wells = row.wells.map((well): [Position, Well] => [
    well.position,
    wellView(well, row.channel, comments(well.id)),
  ]);
  return {
    id: row.id,
    name: row.name,
    channel: row.channel,
    phases: row.phases,
    wells: Object.fromEntries(wells),
  };
}

function wellView(row: WellRow, channel: Well['channel'], comments: Comment[]): Well {
  return {
    id: row.id,
    name: row.name,
    position: row.position,
    channel,
    analyseWell: row.sampleType !== null,
    sampleType: row.sampleType,
    kitVersion: row.kitVersion,
    lot: row.lot === null ? null : { ...row.lot, expirationDate: dayOf(row.lot.expirationDate) },
    reactionBuffer: row.reactionBuffer,
    expectedDiagnostic: row.expectedDiagnostic === null ? null : diagnosticColorOf(row.expectedDiagnostic),
    res: row.result,
    score: row.score,
    comments,
    diagnosticComment: row.diagnosticComment,
  };
}
