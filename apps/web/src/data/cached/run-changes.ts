import type { Comment, InterpretedWell, Run, Well } from '@curvewell/domain';

/** A run in which some wells are others; all else stays as it is. */
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

/** All comments of some wells, by well. */
export function withCommentsOfWells(run: Run, comments: Readonly<Record<string, Comment[]>>): Run {
  return withWells(run, (well) => ({ ...well, comments: comments[well.id] ?? well.comments }));
}

/** A comment that was changed, on the run or on any of its wells. */
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

/** What people have set in place of the suggested diagnostics of some wells. */
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

/** A decided run that is being archived: nothing is done with it until that is done or has failed. */
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

/** Whether the files of a run lie on the file server; those that do are not sent again. */
export function withFilesSent(run: Run, ftpSent: boolean): Run {
  const { permissions } = run;
  return {
    ...run,
    ftpSent,
    delivery: ftpSent ? null : run.delivery,
    permissions: { ...permissions, canSendFiles: permissions.canSendFiles && !ftpSent },
  };
}
