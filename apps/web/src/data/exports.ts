import { exportCalls, type ExportRequest } from '@curvewell/contracts';
import type { ResultFormat } from '@curvewell/domain';
import { useMutation } from '@tanstack/react-query';

import { apiFile } from '../shared/api/api-client.ts';

interface RunExport {
  readonly runId: string;
  readonly isArchived: boolean;
  readonly request: ExportRequest;
}

export const useExportRun = () =>
  useMutation({
    mutationFn: ({ runId, isArchived, request: body }: RunExport) =>
      apiFile(isArchived ? exportCalls.archivedRun : exportCalls.run, { params: { runId }, body }),
  });

export const useExportResults = () =>
  useMutation({
    mutationFn: ({ runId, format }: { readonly runId: string; readonly format: ResultFormat }) =>
      apiFile(exportCalls.results, { params: { runId }, body: { format } }),
  });

export const useExportRecord = () =>
  useMutation({
    mutationFn: (runId: string) => apiFile(exportCalls.record, { params: { runId } }),
  });
