import { savedViewCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const savedViewRoutes: FastifyPluginAsync = async (app) => {
  serve(app, savedViewCalls.list, ({ actor }) => listSavedViews(app, actor));
  serve(app, savedViewCalls.create, ({ actor, body }) => createSavedView(app, actor, body));
  serve(app, savedViewCalls.update, ({ actor, params, body }) =>
    updateSavedView(app, actor, { ...params, ...body }),
  );
  serve(app, savedViewCalls.delete, ({ actor, params }) => deleteSavedView(app, actor, params));
};
