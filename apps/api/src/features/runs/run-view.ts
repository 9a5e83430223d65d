import { importReportSchema, type Comment, type Position, type Run, type Well } from '@curvewell/contracts';

import type { Comment as CommentRow } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { diagnosticColorOf, wellDiagnosticOf } from '../diagnostics/index.ts';
import { dateOf } from './listed-run.ts';
import type { RunDetails } from './run-details.ts';
import { listedSummary } from './run-summary.ts';

/** A comment as the caller sees it. */
export function commentView(
  actor: LaboratoryCaller,
  row: Omit<CommentRow, 'runId' | 'laboratoryId'>,
): Comment {
  return {
    id: row.id,
    technicianName: row.authorName,
    own: row.authorId === actor.userId,
    creationDateTime: row.createdAt.toISOString(),
    editDateTime: row.editedAt?.toISOString() ?? null,
    value: row.value,
  };
}

/** One run with its wells. */
export function runView(actor: LaboratoryCaller, details: RunDetails): Run {
  const commentsOf = Map.groupBy(details.comments, ({ wellId }) => wellId);
  const comments = (wellId: string | null) =>
    (commentsOf.get(wellId) ?? []).map(({ createdAt, editedAt, ...comment }) =>
      commentView(actor, { ...comment, createdAt: new Date(createdAt), editedAt: dateOf(editedAt) }),
    );
  const updatesOf = Map.groupBy(details.updates, ({ wellId }) => wellId);
  const updates = (wellId: string) =>
    (updatesOf.get(wellId) ?? []).map(({ at, ...update }) =>
      wellDiagnosticOf({ ...update, at: new Date(at) }),
    );
  return {
    ...listedSummary(actor, details),
    kits: details.kits,
    analyses: details.analyses.map(({ wells, ...analysis }) => ({
      ...analysis,
      wells: Object.fromEntries(
        Object.entries(wells).map(([position, well]): [Position, Well] => [
          position,
          {
            ...well,
            expectedDiagnostic: well.expectedDiagnostic && diagnosticColorOf(well.expectedDiagnostic),
            comments: comments(well.id),
            updatedDiagnostics: updates(well.id),
          },
        ]),
      ),
    })),
    comments: comments(null),
    files: details.files,
    acts: runActs(details),
    algorithmVersion: details.algorithmVersion,
    configurationSha256: details.configurationSha256,
    importReport: importReportSchema.parse(details.importReport),
  };
}

function runActs(run: RunDetails): Run['acts'] {
  const act = (name: string | null, at: Date | string | null) =>
    name === null || at === null ? null : { name, at: new Date(at).toISOString() };
  const decided = act(run.decidedByName, run.decidedAt);
  return {
    imported: { name: run.createdByName, at: run.importedAt.toISOString() },
    interpreted: act(run.interpretedByName, run.interpretedAt),
    submitted: act(run.submittedByName, run.submittedAt),
    approved: run.status === 'APPROVED' ? decided : null,
    rejected: run.status === 'REJECTED' ? decided : null,
    archived: act(run.archivedByName, run.archivedAt),
  };
}
