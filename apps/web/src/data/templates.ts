import { templateCalls } from '@curvewell/contracts';
import type { PlateType, Template } from '@curvewell/domain';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, type RequestOf } from '../shared/api/api-client.ts';

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
  readonly former: Pick<Template, 'id' | 'revision'> | null;
}

export function useSaveTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, former }: TemplateSave) =>
      former === null
        ? api(templateCalls.create, { body })
        : api(templateCalls.update, {
            params: { templateId: former.id },
            body: { ...body, revision: former.revision },
          }),
    onSuccess: () => client.invalidateQueries({ queryKey: templateQueries.lists }),
  });
}

export function useDeleteTemplate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (templateId: string) => api(templateCalls.delete, { params: { templateId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: templateQueries.lists }),
  });
}
