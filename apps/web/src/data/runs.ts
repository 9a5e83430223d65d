import { runCalls, type RunSort, type SortDirection, type UpdateRun } from '@curvewell/contracts';
import type { ReadAnswers, Run, RunInspection, RunStatus, RunSummary } from '@curvewell/domain';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

import { api, apiFile, type RequestOf } from '../shared/api/api-client.ts';
import { withCommentsOfWells, withEditedComment } from './cached/run-changes.ts';

/** A page of a list, as it is requested. */
export interface RunPaging {
  /** Zero-based, as on the wire. */
  readonly page: number;
  readonly size: number;
  readonly sort: RunSort;
  readonly sortDirection: SortDirection;
}

export interface RunPage {
  readonly runs: readonly RunSummary[];
  /** Of all pages. */
  readonly count: number;
  /** Of the search, in each status; not given for archived runs. */
  readonly byStatus?: Readonly<Record<RunStatus, number>>;
  /** Since when the run of the search that has waited longest waits; null: none waits. */
  readonly oldestWaiting?: string | null;
}

export const runPageQuery = (key: readonly unknown[], load: (signal: AbortSignal) => Promise<RunPage>) =>
  queryOptions<RunPage, Error, RunPage>({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
/** What a list that was looked at says about a run, before the run itself has come; null: no list has it. */
export function useListedRun(runId: string): RunSummary | null {
  const client = useQueryClient();
  const pages = client.getQueriesData<RunPage>({
    predicate: ({ queryKey: [area, kind] }) => kind === 'list' && (area === 'runs' || area === 'archive'),
  });
  return pages.flatMap(([, page]) => page?.runs ?? []).find(({ id }) => id === runId) ?? null;
}
export type RunPageQuery = ReturnType<typeof runPageQuery>;

/** A file is another when it is chosen again: it may have been saved since. */
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
  /** A run, once: the steps that describe it and its review look at the same one. */
  detail: (runId: string) =>
    queryOptions({
      queryKey: [...runQueries.details, runId] as const,
      queryFn: ({ signal }) => api(runCalls.get, { params: { runId }, signal }),
    }),
  /** Runs that hold files with these hashes. */
  known: (sha256: readonly string[]) =>
    queryOptions({
      queryKey: ['runs', 'known', sha256] as const,
      queryFn: ({ signal }) => api(runCalls.exists, { query: { sha256: [...sha256] }, signal }),
      enabled: sha256.length > 0,
    }),
  /** Whether a kit fits the files of a run. */
  fit: ({ runId, ...place }: FitPlace) =>
    queryOptions({
      queryKey: ['runs', 'fit', runId, place] as const,
      queryFn: ({ signal }) => api(runCalls.fit, { params: { runId }, query: place, signal }),
    }),
  inspections: ['runs', 'inspection'] as const,
  /** What is in files, as the server reads them; nothing is kept there. */
  inspection: (files: readonly File[]) =>
    queryOptions({
      queryKey: [...runQueries.inspections, files.map(keyOfFile)] as const,
      queryFn: ({ signal }) => api(runCalls.inspect, { body: {}, files, signal }),
      staleTime: Infinity,
      retry: false,
    }),
};

/** What is in files; `wait` waits for what is being read. */
export function useInspection(files: readonly File[], enabled: boolean) {
  const client = useQueryClient();
  const options = runQueries.inspection(files);
  const { data, error, isFetching } = useQuery({ ...options, enabled: enabled && files.length > 0 });
  return {
    data,
    error,
    isFetching,
    /** null: the files could not be inspected, and the import says why. */
    wait: (): Promise<RunInspection | null> =>
      enabled ? client.query(options).catch(() => null) : Promise.resolve(null),
  };
}

/** Answers the run as it is on the server now: somebody else has changed it. */
export function useReloadRun(runId: string): () => Promise<Run> {
  const client = useQueryClient();
  return () => client.query({ ...runQueries.detail(runId), staleTime: 0 });
}

async function changeCachedRun(
  client: QueryClient,
  { runId, change }: { readonly runId: string; readonly change: (run: Run) => Run },
): Promise<void> {
  const { queryKey } = runQueries.detail(runId);
  // What is on its way was requested before, and may not know of the change: it is requested again.
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

/** Changes a run. What is answered replaces the cached run; only lists are requested again. */
export function useRunMutation<Input, Answer>({ runId, mutationFn, runAfter }: RunMutation<Input, Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (answer) => {
      await changeCachedRun(client, { runId, change: (run) => runAfter(run, answer) });
      await client.invalidateQueries({ queryKey: runQueries.lists });
    },
    // Somebody else may have changed the run meanwhile.
    onError: () => client.invalidateQueries({ queryKey: runQueries.detail(runId).queryKey }),
  });
}

const answered = (_: Run, run: Run): Run => run;

export const useUpdateRun = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: (body: UpdateRun) => api(runCalls.update, { params: { runId }, body }),
    runAfter: answered,
  });

/** Sets when the analyser ran: the one field of a run that can also be set after its interpretation. */
export const useSetRunDate = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: (body: Required<Pick<UpdateRun, 'revision' | 'runDate'>>) =>
      api(runCalls.update, { params: { runId }, body }),
    runAfter: answered,
  });

type Acquisitions = Omit<RequestOf<typeof runCalls.setAcquisitions>['body'], 'kitIds'> & {
  readonly kitIds: readonly string[];
  /** In place of the run's own. */
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

/** Deletes a run. Anyone who still looks at it does not ask for it again. */
export function useDeleteRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (runId: string) => api(runCalls.delete, { params: { runId } }),
    onSuccess: async (_, runId) => {
      await client.invalidateQueries({ queryKey: runQueries.detail(runId).queryKey, refetchType: 'none' });
      await client.invalidateQueries({ queryKey: runQueries.lists });
    },
    // Somebody else may have changed the run meanwhile.
    onError: (_, runId) => client.invalidateQueries({ queryKey: runQueries.detail(runId).queryKey }),
  });
}

interface RunImport {
  readonly analyserId: string;
  readonly files: readonly File[];
  /** One for each run that the files are made into; null: the files say all themselves. */
  readonly answers: readonly (ReadAnswers | null)[];
  readonly keepsDyes: boolean;
  readonly signal: AbortSignal;
  /** Part of the files that has been sent, again for each run. */
  readonly onProgress: (fraction: number) => void;
  /** Takes each run as it is made: who leaves meanwhile may want it deleted. */
  readonly onRun: (run: Run) => void;
}

/** Sends files to be made into runs, one after the other. */
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

/** Forgets what the laboratory keeps of a dye: files are inspected without it. */
export function useDeleteStoredDye() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keptDyeId: string) => api(runCalls.deleteStoredDye, { params: { keptDyeId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: runQueries.inspections }),
  });
}

/** The original files of a run in a zip. */
export const useDownloadRunFiles = () =>
  useMutation({ mutationFn: (runId: string) => apiFile(runCalls.files, { params: { runId } }) });

/** Rebuilds the search index of all runs. */
export function useReindexRuns() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(runCalls.reindex),
    onSuccess: () => client.invalidateQueries({ queryKey: runQueries.lists }),
  });
}
