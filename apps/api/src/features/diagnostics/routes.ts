import { diagnosticCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { listRows } from './rows.ts';
import { saveRows } from './save-rows.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const diagnosticRoutes: FastifyPluginAsync = async (app) => {
  serve(app, diagnosticCalls.labels, ({ actor }) => listRows(app.db, actor));
  serve(app, diagnosticCalls.save, ({ actor, body }) => saveRows(app, actor, body));
};
