import { interpretationCalls, runCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { PreparedJson } from '../../http/downloads.ts';
import { serve } from '../../http/serve.ts';
import { requireRun } from '../runs/index.ts';
import { exportRun } from './export/export-run.ts';
import { interpretRun } from './interpret-run.ts';
import { loadChartInput } from './interpreted-wells.ts';
import { updateDiagnostic } from './update-diagnostic.ts';

// eslint-disable-next-line @typescript-eslint/require-await -- Fastify awaits its plugins
export const interpretationRoutes: FastifyPluginAsync = async (app) => {
  serve(app, interpretationCalls.interpret, ({ actor, params }) => interpretRun(app, actor, params));
  serve(app, interpretationCalls.chart, async ({ actor, params, query }) => {
    await requireRun(app.db, actor, params);
    const input = await loadChartInput(app.db, { ...params, ...query });
    return new PreparedJson(await app.analysisWorkers.writeChart(input));
  });
  serve(app, interpretationCalls.updateDiagnostic, ({ actor, params, query, body }) =>
    updateDiagnostic(app, actor, {
      ...params,
      ...query,
      diagnosticColorId: body.id,
      comment: body.comment ?? null,
    }),
  );
  serve(app, runCalls.export, ({ actor, params, body }) =>
    exportRun(app, actor, { ...params, request: body, shelf: 'live' }),
  );
  serve(app, runCalls.exportArchived, ({ actor, params, body }) =>
    exportRun(app, actor, { ...params, request: body, shelf: 'archived' }),
  );
};
