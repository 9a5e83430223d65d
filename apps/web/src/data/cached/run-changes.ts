import type { Comment, InterpretedWell, Run, Well } from '@curvewell/domain';

function withWells(run: Run, change: (well: Well) => Well): Run {
  return {
    ...run,
    analyses: run.analyses.map((analysis) => ({
      ...analysis,
      wells: Object.fromEntries(
        Object.entries(analysis.wells).map(([position, well]) => [position, change(well)]),
      ),
    })),
  };
}

/** The run with the comments of some wells replaced; keyed by well. */
export function withCommentsOfWells(run: Run, comments: Readonly<Record<string, Comment[]>>): Run {
  return withWells(run, (well) => ({ ...well, comments: comments[well.id] ?? well.comments }));
}

/** The run with one edited comment, which may be on the run or on a well. */
export function withEditedComment(run: Run, edited: Comment): Run {
  const replaced = (comments: Comment[]): Comment[] =>
    comments.some(({ id }) => id === edited.id)
      ? comments.map((comment) => (comment.id === edited.id ? edited : comment))
      : comments;
  return {
    ...withWells(run, (well) => ({ ...well, comments: replaced(well.comments) })),
    comments: replaced(run.comments),
  };
}

export function withUpdatedDiagnostics(run: Run, interpreted: readonly InterpretedWell[]): Run {
  const updates = new Map(
    interpreted.map(({ wellId, interpretedWellDiagnostics }) => [
      wellId,
      interpretedWellDiagnostics.filter(({ stateDiagnostic }) => stateDiagnostic === 'UPDATED'),
    ]),
  );
  return withWells(run, (well) => ({
    ...well,
    updatedDiagnostics: updates.get(well.id) ?? well.updatedDiagnostics,
  }));
}

/** A decided run while it is being archived. It offers no actions until archiving succeeds or fails. */
export function withArchivingStarted(run: Run): Run {
  const none = {
    canReinterpret: false,
    canDelete: false,
    canSendFiles: false,
    canArchive: false,
    canArchiveAndDelete: false,
  };
  return { ...run, archiving: 'pending', permissions: { ...run.permissions, ...none } };
}

/** The run with its state on the file server. Files already sent are not offered again. */
export function withFilesSent(run: Run, ftpSent: boolean): Run {
  const { permissions } = run;
  return {
    ...run,
    ftpSent,
    delivery: ftpSent ? null : run.delivery,
    permissions: { ...permissions, canSendFiles: permissions.canSendFiles && !ftpSent },
  };
}
