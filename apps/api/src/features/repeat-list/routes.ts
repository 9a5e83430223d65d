import { repeatListCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { addRepeats, removeRepeats } from './change-repeats.ts';
import { listRepeats } from './list-repeats.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const repeatListRoutes: FastifyPluginAsync = async (app) => {
  serve(app, repeatListCalls.list, ({ actor, query }) => listRepeats(app, actor, query));
  serve(app, repeatListCalls.add, ({ actor, body }) => addRepeats(app, actor, body));
  serve(app, repeatListCalls.remove, ({ actor, body }) => removeRepeats(app, actor, body));
};
