import {
  fitAnswerSchema,
  importReportSchema,
  laboratoryRulesSchema,
  runChannelRulesSchema,
  runReplicatesSchema,
  runSchema,
  type Comment,
  type Run,
} from '@curvewell/domain';

import type { Comment as CommentRow } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import type { RunDetails } from './run-details.ts';
import { listedSummary } from '../list/run-summary.ts';

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

/** A run without its wells. */
function runHead(actor: LaboratoryCaller, details: RunDetails): Omit<Run, 'analyses'> {
  return {
    ...listedSummary(actor, details),
    kits: details.kits,
    comments: details.comments,
    files: details.files,
    acts: runActs(details),
    rejectionReason: details.rejectionReason,
    brokenRules: details.brokenRules,
    // Facts in the form of an earlier release: the page says that those of today are shown.
    signedFacts: runSchema.shape.signedFacts.safeParse(details.signedFacts ?? undefined).data,
    replicates: runReplicatesSchema.parse(details.replicates),
    channelRules: runChannelRulesSchema.parse(details.channelRules),
    rules: laboratoryRulesSchema.parse(details.rules),
    algorithmVersion: details.algorithmVersion,
    configurationSha256: details.configurationSha256,
    importReport: importReportSchema.parse(details.importReport),
    fit: fitAnswerSchema.nullable().parse(details.fit),
  };
}

export function runView(actor: LaboratoryCaller, details: RunDetails): Run {
  const analyses = JSON.parse(details.analyses) as Run['analyses']; // as the statement has named it
  return { ...runHead(actor, details), analyses };
}

/**
 * A run as JSON, with the wells as formatted by the database. Written into one buffer: one character beyond Latin-1, such
 * as the minus in a channel's label, would double the memory of the whole string.
 */
export function runJson(actor: LaboratoryCaller, details: RunDetails): Buffer {
  const head = JSON.stringify(runHead(actor, details)).slice(0, -1);
  const parts = [`${head},"analyses":`, details.analyses, '}'];
  const json = Buffer.allocUnsafe(parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0));
  let end = 0;
  for (const part of parts) end += json.write(part, end);
  return json;
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
