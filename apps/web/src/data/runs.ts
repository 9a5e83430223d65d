import { runCalls, type RunSort, type SortDirection, type UpdateRun } from '@curvewell/contracts';
import type {
  AnalyserProfile,
  ReadAnswers,
  Run,
  RunInspection,
  RunStatus,
  RunSummary,
} from '@curvewell/domain';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import { api, apiFile, type RequestOf } from '../shared/api/api-client.ts';
import { withCommentsOfWells, withEditedComment } from './cached/run-changes.ts';
import { callQuery, useRefreshingMutation } from '../shared/api/call-query.ts';

/** Page and order of a list. */
export interface RunPaging {
  /** From 0. */
  readonly page: number;
  readonly size: number;
  readonly sort: RunSort;
  readonly sortDirection: SortDirection;
}

export interface RunPage {
  readonly runs: readonly RunSummary[];
  /** On all pages. */
  readonly count: number;
  /** Number of matching runs in each status; missing for archived runs. */
  readonly byStatus?: Readonly<Record<RunStatus, number>>;
  /** Since when the longest-waiting matching run has waited; null if none waits. */
  readonly oldestWaiting?: string | null;
}

export const runPageQuery = (key: readonly unknown[], load: (signal: AbortSignal) => Promise<RunPage>) =>
  queryOptions<RunPage, Error, RunPage>({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
/** What a cached list says about a run, for use until the run is loaded; null if no list has it. */
export function useListedRun(runId: string): RunSummary | null {
  const client = useQueryClient();
  const pages = client.getQueriesData<RunPage>({
    predicate: ({ queryKey: [area, kind] }) => kind === 'list' && (area === 'runs' || area === 'archive'),
  });
  return pages.flatMap(([, page]) => page?.runs ?? []).find(({ id }) => id === runId) ?? null;
}
export type RunPageQuery = ReturnType<typeof runPageQuery>;

/** A file chosen a second time gets a new key: it may have changed on disk. */
const fileKeys = new WeakMap<File, number>();
let lastFileKey = 0;

function keyOfFile(file: File): number {
  const known = fileKeys.get(file);
  if (known !== undefined) return known;
  lastFileKey += 1;
  fileKeys.set(file, lastFileKey);
  return lastFileKey;
}

interface FitPlace {
  readonly runId: string;
  readonly kitVersionId: string;
  readonly reactionBufferId?: string;
  readonly analyserId: string;
}

export const runQueries = {
  lists: ['runs', 'list'] as const,
  list: ({ status, ...search }: RunPaging & { readonly search: string; readonly status: RunStatus | null }) =>
    runPageQuery([...runQueries.lists, search, status], async (signal) => {
      const query = status === null ? search : { ...search, status };
      const answer = await api(runCalls.list, { query, signal });
      const { listObjects, numberOfObjects, numberByStatus, oldestWaiting } = answer;
      return { runs: listObjects, count: numberOfObjects, byStatus: numberByStatus, oldestWaiting };
    }),
  details: ['runs', 'detail'] as const,
  /** A run. All pages of a run share this query. */
  detail: (runId: string) => callQuery([...runQueries.details, runId], runCalls.get, { params: { runId } }),
  /** Runs that contain files with these hashes. */
  known: (sha256: readonly string[]) => ({
    ...callQuery(['runs', 'known', sha256], runCalls.exists, { query: { sha256: [...sha256] } }),
    enabled: sha256.length > 0,
  }),
  /** Whether a kit fits the files of a run. */
  fit: ({ runId, ...place }: FitPlace) =>
    callQuery(['runs', 'fit', runId, place], runCalls.fit, { params: { runId }, query: place }),
  inspections: ['runs', 'inspection'] as const,
  /** The content of files as the server reads them; the server stores nothing. */
  inspection: (files: readonly File[]) => ({
    ...callQuery([...runQueries.inspections, files.map(keyOfFile)], runCalls.inspect, { body: {}, files }),
    staleTime: Infinity,
    retry: false,
  }),
};

/** The content of files as a profile that is not stored reads them. */
export const inspectionAs = (files: readonly File[], profile: AnalyserProfile | null) =>
  queryOptions({
    queryKey: [...runQueries.inspections, 'as', files.map(keyOfFile), profile] as const,
    queryFn:
      profile === null
        ? skipToken
        : ({ signal }) =>
            api(runCalls.inspectAs, { body: { profile: JSON.stringify(profile) }, files, signal }),
    staleTime: Infinity,
    retry: false,
  });

/** The content of files. `wait` resolves when it is known. */
export function useInspection(files: readonly File[], enabled: boolean) {
  const client = useQueryClient();
  const options = runQueries.inspection(files);
  const { data, error, isFetching } = useQuery({ ...options, enabled: enabled && files.length > 0 });
  return {
    data,
    error,
    isFetching,
    /** null if the inspection failed; the import then reports the error. */
    wait: (): Promise<RunInspection | null> =>
      enabled ? client.query(options).catch(() => null) : Promise.resolve(null),
  };
}

/** Refetches a run that another user has changed. */
export function useReloadRun(runId: string): () => Promise<Run> {
  const client = useQueryClient();
  return () => client.query({ ...runQueries.detail(runId), staleTime: 0 });
}

async function changeCachedRun(
  client: QueryClient,
  { runId, change }: { readonly runId: string; readonly change: (run: Run) => Run },
): Promise<void> {
  const { queryKey } = runQueries.detail(runId);
  // A request in flight may predate the change, so request again.
  const isUnderWay = client.isFetching({ queryKey }) > 0;
  if (isUnderWay) await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (run) => run && change(run));
  if (isUnderWay) void client.invalidateQueries({ queryKey });
}

interface RunMutation<Input, Answer> {
  readonly runId: string;
  readonly mutationFn: (input: Input) => Promise<Answer>;
  readonly runAfter: (run: Run, answer: Answer) => Run;
}

/** A mutation of a run. The response replaces the cached run; lists are invalidated. */
export function useRunMutation<Input, Answer>({ runId, mutationFn, runAfter }: RunMutation<Input, Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (answer) => {
      await changeCachedRun(client, { runId, change: (run) => runAfter(run, answer) });
      await client.invalidateQueries({ queryKey: runQueries.lists });
    },
    // The request may have failed because another user changed the run.
    onError: () => client.invalidateQueries({ queryKey: runQueries.detail(runId).queryKey }),
  });
}

/** For `runAfter`: the response is the whole run. */
export const answered = (_: Run, run: Run): Run => run;

export const useUpdateRun = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: (body: UpdateRun) => api(runCalls.update, { params: { runId }, body }),
    runAfter: answered,
  });

/** Sets the run date, the only field that can still change after the interpretation. */
export const useSetRunDate = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: (body: Required<Pick<UpdateRun, 'revision' | 'runDate'>>) =>
      api(runCalls.update, { params: { runId }, body }),
    runAfter: answered,
  });

type Acquisitions = Omit<RequestOf<typeof runCalls.setAcquisitions>['body'], 'kitIds'> & {
  readonly kitIds: readonly string[];
  /** Replace the run's own files. */
  readonly files?: readonly File[];
};

export const useSetAcquisitions = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: ({ kitIds, files = [], ...body }: Acquisitions) =>
      api(runCalls.setAcquisitions, { params: { runId }, body: { ...body, kitIds: [...kitIds] }, files }),
    runAfter: answered,
  });

export const useCommentRun = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: (value: string) => api(runCalls.commentRun, { params: { runId }, body: { value } }),
    runAfter: (run, comments) => ({ ...run, comments }),
  });

export const useCommentWells = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: ({ wellIds, value }: { readonly wellIds: readonly string[]; readonly value: string }) =>
      api(runCalls.commentWells, { params: { runId }, query: { wellIds: [...wellIds] }, body: { value } }),
    runAfter: withCommentsOfWells,
  });

export const useEditComment = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: ({ commentId, value }: { readonly commentId: string; readonly value: string }) =>
      api(runCalls.editComment, { params: { runId, commentId }, body: { value } }),
    runAfter: withEditedComment,
  });

/** Deletes a run. Mounted queries do not refetch it. */
export function useDeleteRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) => api(runCalls.delete, { params: { runId } }),
    onSuccess: async (_, runId) => {
      await client.invalidateQueries({ queryKey: runQueries.detail(runId).queryKey, refetchType: 'none' });
      await client.invalidateQueries({ queryKey: runQueries.lists });
    },
    // The request may have failed because another user changed the run.
    onError: (_, runId) => client.invalidateQueries({ queryKey: runQueries.detail(runId).queryKey }),
  });
}

interface RunImport {
  readonly analyserId: string;
  readonly files: readonly File[];
  /** One entry for each resulting run; null if the files contain all data. */
  readonly answers: readonly (ReadAnswers | null)[];
  readonly keepsDyes: boolean;
  readonly signal: AbortSignal;
  /** Uploaded fraction of the files, starting at 0 for each run. */
  readonly onProgress: (fraction: number) => void;
  /** Receives each run on creation, so that the caller can delete it if the user leaves. */
  readonly onRun: (run: Run) => void;
}

/** Uploads files and creates runs from them, one after the other. */
export function useCreateRuns() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ analyserId, files, answers, keepsDyes, onRun, ...sending }: RunImport) => {
      const runs: Run[] = [];
      for (const ofRun of answers) {
        sending.onProgress(0);
        const body = {
          analyser: { id: analyserId },
          ...(ofRun && { answers: ofRun, storeDyes: String(keepsDyes) }),
        };
        const run = await api(runCalls.create, { body, files, ...sending });
        client.setQueryData(runQueries.detail(run.id).queryKey, run);
        onRun(run);
        runs.push(run);
      }
      return runs;
    },
    onSettled: () => client.invalidateQueries({ queryKey: runQueries.lists }),
  });
}

/** Deletes the laboratory's stored choice for a dye; inspections no longer use it. */
export const useDeleteStoredDye = () =>
  useRefreshingMutation([runQueries.inspections], (keptDyeId: string) =>
    api(runCalls.deleteStoredDye, { params: { keptDyeId } }),
  );

/** Downloads the original files of a run as a zip. */
export const useDownloadRunFiles = () =>
  useMutation({ mutationFn: (runId: string) => apiFile(runCalls.files, { params: { runId } }) });

export const useReindexRuns = () => useRefreshingMutation([runQueries.lists], () => api(runCalls.reindex));
