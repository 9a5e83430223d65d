import { firstStepCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { chooseAnalyser } from './choose-analyser.ts';
import { readFirstSteps } from './read-first-steps.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const firstStepRoutes: FastifyPluginAsync = async (app) => {
  serve(app, firstStepCalls.read, ({ actor }) => readFirstSteps(app, actor));
  serve(app, firstStepCalls.chooseAnalyser, ({ actor, body }) => chooseAnalyser(app, actor, body));
};
