import { auditCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { exportEntries } from './entries/export-entries.ts';
import { auditPeople, listEntries, runHistory } from './entries/list-entries.ts';
import { listReadings } from './entries/list-readings.ts';
import { runTrail } from './entries/run-trail.ts';
import { compareHeads } from './verify/verify-against.ts';
import { verifyTrail } from './verify/verify-trail.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const auditRoutes: FastifyPluginAsync = async (app) => {
  serve(app, auditCalls.verify, ({ actor, query }) => verifyTrail(app, actor, query));
  serve(app, auditCalls.compare, ({ actor, body }) => compareHeads(app, actor, body));
  serve(app, auditCalls.list, ({ actor, query }) => listEntries(app, actor, query));
  serve(app, auditCalls.readings, ({ actor, query }) => listReadings(app, actor, query));
  serve(app, auditCalls.people, ({ actor, query }) => auditPeople(app, actor, query));
  serve(app, auditCalls.export, ({ actor, query }) => exportEntries(app, actor, query));
  serve(app, auditCalls.ofRun, ({ actor, params, query }) => runHistory(app, actor, { ...params, ...query }));
  serve(app, auditCalls.runTrail, ({ actor, params, query }) =>
    runTrail(app, actor, { ...params, ...query }),
  );
};
