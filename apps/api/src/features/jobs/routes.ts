import { jobCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { confirmRolledBack } from '../audit/index.ts';
import { restartJob } from './restart-job.ts';
import { readJobs } from './read-jobs.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const jobRoutes: FastifyPluginAsync = async (app) => {
  serve(app, jobCalls.list, ({ query }) => readJobs({ db: app.db }, query));
  serve(app, jobCalls.confirmRolledBack, ({ actor, body }) => confirmRolledBack(app.db, actor, body));
  serve(app, jobCalls.restart, ({ actor, params }) => restartJob(app, actor, params));
};
