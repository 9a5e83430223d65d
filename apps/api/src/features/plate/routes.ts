import { plateCalls } from '@curvewell/contracts';
import { SAMPLE_TYPE_LABEL, sampleTypeSchema } from '@curvewell/domain';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const plateRoutes: FastifyPluginAsync = async (app) => {
  const sampleTypes = sampleTypeSchema.options.map((name) => ({ name, label: SAMPLE_TYPE_LABEL[name] }));
  serve(app, plateCalls.sampleTypes, () => Promise.resolve(sampleTypes));
};
