import { exportCalls, type ExportRequest } from '@curvewell/contracts';
import { useMutation } from '@tanstack/react-query';

import { apiFile } from '../shared/api/api-client.ts';

interface RunExport {
  readonly runId: string;
  readonly isArchived: boolean;
  readonly request: ExportRequest;
}

/** The wells of a run as a file. */
export const useExportRun = () =>
  useMutation({
    mutationFn: ({ runId, isArchived, request: body }: RunExport) =>
      apiFile(isArchived ? exportCalls.archivedRun : exportCalls.run, { params: { runId }, body }),
  });
