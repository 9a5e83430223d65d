import { auditCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { verifyTrail } from './verify-trail.ts';

// eslint-disable-next-line @typescript-eslint/require-await -- Fastify awaits its plugins
export const auditRoutes: FastifyPluginAsync = async (app) => {
  serve(app, auditCalls.verify, ({ actor, query }) => verifyTrail(app, actor, query));
};
