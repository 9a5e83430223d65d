import { keptTemplateCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { keepTemplates, removeTemplate } from './change-templates.ts';
import { learnTemplates } from './learn-templates.ts';
import { storedTemplates, templateRuns } from './read-templates.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const keptTemplateRoutes: FastifyPluginAsync = async (app) => {
  serve(app, keptTemplateCalls.list, ({ actor, params }) => storedTemplates(app.db, actor, params));
  serve(app, keptTemplateCalls.runs, ({ actor, params }) => templateRuns(app.db, actor, params));
  serve(app, keptTemplateCalls.learn, ({ actor, params, body }) =>
    learnTemplates(app, actor, { place: params, ...body }),
  );
  serve(app, keptTemplateCalls.keep, ({ actor, params, body }) =>
    keepTemplates(app, actor, { place: params, ...body }),
  );
  serve(app, keptTemplateCalls.remove, ({ actor, params: { sha256, ...place }, query }) =>
    removeTemplate(app, actor, { place, sha256, ...query }),
  );
};
