import { keptTemplateCalls } from '@curvewell/contracts';
import type { z } from 'zod';

import { api, type RequestOf } from '../shared/api/api-client.ts';
import { isPreviewRetried } from '../shared/api/try-again.ts';
import { type ConfigurationPlace, kitQueries } from './kits.ts';
import { callQuery, useRefreshingMutation } from '../shared/api/call-query.ts';

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

/** The response updates the stored templates and the version's revision in the cache. */
const useTemplatesMutation = <Input>(
  place: ConfigurationPlace,
  mutationFn: (input: Input) => Promise<z.output<typeof keptTemplateCalls.keep.answer>>,
) =>
  useRefreshingMutation([['interpretation', 'evaluated'], kitQueries.allVersions], mutationFn, {
    cache: (client, { revision, templates }) => {
      client.setQueryData(keptTemplateQueries.list(place).queryKey, templates);
      client.setQueryData(
        kitQueries.configured(place).queryKey,
        (before) => before && { ...before, kitVersion: { ...before.kitVersion, revision } },
      );
    },
  });

export const useStoreTemplates = (place: ConfigurationPlace) =>
  useTemplatesMutation(place, (body: RequestOf<typeof keptTemplateCalls.keep>['body']) =>
    api(keptTemplateCalls.keep, { params: paramsOf(place), body }),
  );

export const useRemoveTemplate = (place: ConfigurationPlace) =>
  useTemplatesMutation(
    place,
    ({ sha256, revision }: { readonly sha256: string; readonly revision: number }) =>
      api(keptTemplateCalls.remove, { params: { ...paramsOf(place), sha256 }, query: { revision } }),
  );
