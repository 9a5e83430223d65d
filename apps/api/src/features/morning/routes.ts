import { morningCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { readMorning } from './read-morning.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const morningRoutes: FastifyPluginAsync = async (app) => {
  serve(app, morningCalls.read, ({ actor, query }) => readMorning(app, actor, query));
};
