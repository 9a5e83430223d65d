import { fileTransferCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';

// eslint-disable-next-line @typescript-eslint/require-await -- Fastify awaits its plugins
export const fileTransferRoutes: FastifyPluginAsync = async (app) => {
  serve(app, fileTransferCalls.isConfigured, async ({ actor }) => {
    const where = { laboratoryId: actor.laboratory.id };
    return (await app.db.fileTransferConnection.count({ where })) > 0;
  });
};
