import { exportCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { exportRecord } from './export-record.ts';
import { exportResults, exportRun } from './export-run.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const exportRoutes: FastifyPluginAsync = async (app) => {
  const { exports } = app.queues;
  serve(app, exportCalls.run, ({ actor, params, body, signal }) =>
    exports.take(
      { userId: actor.userId },
      () => exportRun(app, actor, { ...params, request: body, shelf: 'live' }),
      signal,
    ),
  );
  serve(app, exportCalls.archivedRun, ({ actor, params, body, signal }) =>
    exports.take(
      { userId: actor.userId },
      () => exportRun(app, actor, { ...params, request: body, shelf: 'archived' }),
      signal,
    ),
  );
  serve(app, exportCalls.results, ({ actor, params, body, signal }) =>
    exports.take({ userId: actor.userId }, () => exportResults(app, actor, { ...params, ...body }), signal),
  );
  serve(app, exportCalls.record, ({ actor, params, signal }) =>
    exports.take({ userId: actor.userId }, () => exportRecord(app, actor, params), signal),
  );
};
