import { templateCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { createTemplate, deleteTemplate, updateTemplate } from './change-templates.ts';
import { listTemplates } from './queries.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const templateRoutes: FastifyPluginAsync = async (app) => {
  serve(app, templateCalls.list, ({ actor, query }) => listTemplates(app, actor, query.kitIds));
  serve(app, templateCalls.create, ({ actor, body }) => createTemplate(app, actor, body));
  serve(app, templateCalls.update, ({ actor, params, body }) =>
    updateTemplate(app, actor, { ...params, body }),
  );
  serve(app, templateCalls.delete, ({ actor, params }) => deleteTemplate(app, actor, params.templateId));
};
