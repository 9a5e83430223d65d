import { starterKitCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { createStarterKit } from './create-starter-kit.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const starterKitRoutes: FastifyPluginAsync = async (app) => {
  serve(app, starterKitCalls.create, ({ actor, body }) => createStarterKit(app, actor, body));
};
