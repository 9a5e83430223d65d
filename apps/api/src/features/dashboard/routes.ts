import { dashboardCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { readDashboard } from './read-dashboard.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const dashboardRoutes: FastifyPluginAsync = async (app) => {
  serve(app, dashboardCalls.read, ({ actor, query }) => readDashboard(app, actor, query));
};
