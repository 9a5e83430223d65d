import { auditCalls, decisionCalls, type AuditFilter, type ReadingFilter } from '@curvewell/contracts';
import type { RunHistoryKind, SignedHead } from '@curvewell/domain';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, apiFile } from '../shared/api/api-client.ts';
import { decisionQueries } from './decisions.ts';
import { callQuery } from '../shared/api/call-query.ts';

/** A page of the audit trail, numbered from 0. */
interface AuditPaging {
  readonly page: number;
  readonly size: number;
}

interface OfRun {
  readonly runId: string;
  readonly kind: RunHistoryKind | null;
  readonly page: number;
}

export const auditQueries = {
  list: (query: AuditFilter & AuditPaging) => ({
    ...callQuery(['audit', 'list', query], auditCalls.list, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  }),
  readings: (query: ReadingFilter & AuditPaging) => ({
    ...callQuery(['audit', 'readings', query], auditCalls.readings, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  }),
  people: (laboratoryId: string | undefined) =>
    callQuery(['audit', 'people', laboratoryId ?? null], auditCalls.people, {
      query: laboratoryId === undefined ? {} : { laboratoryId },
    }),
  /** The server reads and hashes every entry for this, so it runs only on request. */
  verified: (laboratoryId: string | undefined) => ({
    ...callQuery(['audit', 'verified', laboratoryId ?? null], auditCalls.verify, {
      query: laboratoryId === undefined ? {} : { laboratoryId },
    }),
    staleTime: 10 * 60_000,
  }),
  ofRun: ({ runId, kind, page }: OfRun) => ({
    ...callQuery(['audit', 'ofRun', runId, kind, page], auditCalls.ofRun, {
      params: { runId },
      query: { page, ...(kind !== null && { kind }) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  }),
  runTrail: (runId: string) => ({
    ...callQuery(['audit', 'runTrail', runId], auditCalls.runTrail, { params: { runId }, query: {} }),
    staleTime: 0,
  }),
};

/** Verifies the run's audit entries and its record now, ignoring the cached result. */
export function useCheckRunTrail(runId: string) {
  const client = useQueryClient();
  const request = { params: { runId }, query: { again: true } };
  return useMutation({
    mutationFn: () => Promise.all([api(auditCalls.runTrail, request), api(decisionCalls.record, request)]),
    onSuccess: ([trail, record]) => {
      client.setQueryData(auditQueries.runTrail(runId).queryKey, trail);
      client.setQueryData(decisionQueries.record(runId).queryKey, record);
    },
  });
}

/** Checks the audit trail against audit heads exported earlier. */
export const useCompareHeads = () =>
  useMutation({
    mutationFn: (heads: SignedHead[]) => api(auditCalls.compare, { body: { heads } }),
  });

/** Exports the entries that match a filter as a file. */
export const useExportAudit = () =>
  useMutation({
    mutationFn: (query: AuditFilter & { readonly format: 'csv' | 'json' }) =>
      apiFile(auditCalls.export, { query }),
  });
