import { workListCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { storeWorkListColumns, readWorkListColumns } from './work-list-columns.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const workListRoutes: FastifyPluginAsync = async (app) => {
  serve(app, workListCalls.columns, ({ actor }) => readWorkListColumns(app, actor));
  serve(app, workListCalls.keepColumns, ({ actor, body }) => storeWorkListColumns(app, actor, body));
};
