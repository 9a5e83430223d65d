import { decisionCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { decideRun } from './decide-run.ts';
import { submitRun } from './submit-run.ts';
import { readRecordOfRun } from './check-records.ts';
import { readCheck } from './read-check.ts';
import { readTimeStamp } from './time-stamp.ts';
import { markSeen, readSeen } from './seen-wells.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const decisionRoutes: FastifyPluginAsync = async (app) => {
  serve(app, decisionCalls.check, ({ actor, params, query }) =>
    readCheck(app, actor, { ...params, ...query }),
  );
  serve(app, decisionCalls.submit, ({ actor, params, body }) => submitRun(app, actor, { ...params, body }));
  serve(app, decisionCalls.decide, ({ actor, params, query, body }) =>
    decideRun(app, actor, { ...params, decision: query.status, body }),
  );
  serve(app, decisionCalls.record, async ({ actor, params, query }) => {
    const state = await readRecordOfRun(app, actor, { ...params, ...query });
    const timeStamp = await readTimeStamp(app, params.runId);
    return timeStamp === undefined ? state : { ...state, timeStamp };
  });
  serve(app, decisionCalls.seen, ({ actor, params }) => readSeen(app.db, actor, params));
  serve(app, decisionCalls.markSeen, ({ actor, params, body }) =>
    markSeen(app, actor, { ...params, ...body }),
  );
};
