import { laboratoryCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { createLaboratories, deleteLaboratory, updateLaboratory } from './change-laboratories.ts';
import { listLaboratories, readLaboratory } from './read-laboratories.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const laboratoryRoutes: FastifyPluginAsync = async (app) => {
  serve(app, laboratoryCalls.create, ({ actor, body }) => createLaboratories(app, actor, body));
  serve(app, laboratoryCalls.list, ({ query }) => listLaboratories(app, query));
  serve(app, laboratoryCalls.search, ({ query }) => listLaboratories(app, query));
  serve(app, laboratoryCalls.get, ({ actor, params }) => readLaboratory(app, actor, params.laboratoryId));
  serve(app, laboratoryCalls.update, ({ actor, params, body }) =>
    updateLaboratory(app, actor, { ...params, change: body }),
  );
  serve(app, laboratoryCalls.delete, ({ actor, params }) =>
    deleteLaboratory(app, actor, params.laboratoryId),
  );
};
