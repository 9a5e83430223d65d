import { templateCalls } from '@curvewell/contracts';
import type { PlateType, Template } from '@curvewell/domain';
import { queryOptions } from '@tanstack/react-query';

import { api, type RequestOf } from '../shared/api/api-client.ts';
import { useRefreshingMutation } from '../shared/api/call-query.ts';

interface TemplatePlace {
  readonly kitIds: readonly string[];
  readonly plateType: PlateType;
}

export const templateQueries = {
  lists: ['templates', 'list'] as const,
  /** Templates for the given kits and plate type. */
  list: (place: TemplatePlace) =>
    queryOptions({
      queryKey: [...templateQueries.lists, place] as const,
      queryFn: async ({ signal }) => {
        const templates = await api(templateCalls.list, { query: { kitIds: [...place.kitIds] }, signal });
        return templates.filter(({ plateType }) => plateType === place.plateType);
      },
    }),
};

interface TemplateSave {
  readonly body: RequestOf<typeof templateCalls.create>['body'];
  /** The template to overwrite; null creates a new one. */
  readonly previous: Pick<Template, 'id' | 'revision'> | null;
}

export const useSaveTemplate = () =>
  useRefreshingMutation([templateQueries.lists], ({ body, previous }: TemplateSave) =>
    previous === null
      ? api(templateCalls.create, { body })
      : api(templateCalls.update, {
          params: { templateId: previous.id },
          body: { ...body, revision: previous.revision },
        }),
  );

export const useDeleteTemplate = () =>
  useRefreshingMutation([templateQueries.lists], (templateId: string) =>
    api(templateCalls.delete, { params: { templateId } }),
  );
