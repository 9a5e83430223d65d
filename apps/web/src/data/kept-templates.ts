import { keptTemplateCalls } from '@curvewell/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, type RequestOf } from '../shared/api/api-client.ts';
import { isPreviewRetried } from '../shared/api/try-again.ts';
import { type ConfigurationPlace, kitQueries } from './kits.ts';
import { callQuery } from '../shared/api/call-query.ts';

const paramsOf = ({ versionId, reactionBufferId, analyserId }: ConfigurationPlace) => ({
  versionId,
  reactionBufferId,
  analyserId,
});

export const keptTemplateQueries = {
  list: (place: ConfigurationPlace) =>
    callQuery(['keptTemplates', 'list', place], keptTemplateCalls.list, { params: paramsOf(place) }),
  /** Approved runs that templates can be learnt from. */
  runs: (place: ConfigurationPlace) =>
    callQuery(['keptTemplates', 'runs', place], keptTemplateCalls.runs, { params: paramsOf(place) }),
  learnt: (place: ConfigurationPlace, runIds: readonly string[]) => ({
    ...callQuery(['keptTemplates', 'learnt', place, runIds], keptTemplateCalls.learn, {
      params: paramsOf(place),
      body: { runIds: [...runIds] },
    }),
    enabled: runIds.length > 0,
    retry: isPreviewRetried,
  }),
};

/** Updates the stored templates and the version's revision in the cache. */
function useKept(place: ConfigurationPlace) {
  const client = useQueryClient();
  return async ({
    revision,
    templates,
  }: {
    readonly revision: number;
    readonly templates: (typeof keptTemplateCalls.list.answer)['_output'];
  }): Promise<void> => {
    client.setQueryData(keptTemplateQueries.list(place).queryKey, templates);
    client.setQueryData(kitQueries.configured(place).queryKey, (before) =>
      before ? { ...before, kitVersion: { ...before.kitVersion, revision } } : before,
    );
    await Promise.all([
      client.invalidateQueries({ queryKey: ['interpretation', 'evaluated'] }),
      client.invalidateQueries({ queryKey: kitQueries.allVersions }),
    ]);
  };
}

export function useStoreTemplates(place: ConfigurationPlace) {
  const kept = useKept(place);
  return useMutation({
    mutationFn: (body: RequestOf<typeof keptTemplateCalls.keep>['body']) =>
      api(keptTemplateCalls.keep, { params: paramsOf(place), body }),
    onSuccess: kept,
  });
}

export function useRemoveTemplate(place: ConfigurationPlace) {
  const kept = useKept(place);
  return useMutation({
    mutationFn: ({ sha256, revision }: { readonly sha256: string; readonly revision: number }) =>
      api(keptTemplateCalls.remove, { params: { ...paramsOf(place), sha256 }, query: { revision } }),
    onSuccess: kept,
  });
}
