import { analyserCalls, type AnalyserProfile, type ProfiledAnalyser } from '@curvewell/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { analyserTexts as words } from '../../locale/en-GB/analysers.ts';
import { api } from '../../shared/api-client.ts';
import { toastError, toastSuccess } from '../../shared/ui/toast.tsx';

export const profilesQuery = queryOptions({
  queryKey: ['analysers', 'profiles'] as const,
  queryFn: ({ signal }) => api(analyserCalls.profiles, { signal }),
});

interface AnalyserSave {
  /** Null: a new one. */
  readonly analyser: ProfiledAnalyser | null;
  readonly profile: AnalyserProfile;
  /** Left out: as it is by then. */
  readonly active?: boolean;
}

/** Adds an analyser, or changes its profile or whether it is offered; tells of it. */
export function useSaveAnalyser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ analyser, profile, active }: AnalyserSave) =>
      analyser === null
        ? api(analyserCalls.create, { body: { profile } })
        : api(analyserCalls.update, {
            params: { analyserId: analyser.id },
            body: { profile, active },
          }),
    onSuccess: async ({ name }, { analyser }) => {
      toastSuccess(analyser === null ? words.added(name) : words.changed(name));
      await queryClient.invalidateQueries({ queryKey: profilesQuery.queryKey });
      // The import page and step 1 offer them too.
      await queryClient.invalidateQueries({ queryKey: ['runs', 'analysers'] });
    },
    onError: (error) => {
      toastError(words.notSaved, error);
    },
  });
}
