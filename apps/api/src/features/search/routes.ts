import { searchCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { searchAll } from './search-all.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const searchRoutes: FastifyPluginAsync = async (app) => {
  serve(app, searchCalls.search, ({ actor, query }) => searchAll(app, actor, query.search));
};
