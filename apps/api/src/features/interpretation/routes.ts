import { interpretationCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { analyserRuns } from './judge/analyser-runs.ts';
import { formerChart, formerInterpretations } from './reinterpret/former-interpretations.ts';
import { reinterpret, previewReinterpretation } from './reinterpret/reinterpret.ts';
import { interpretRun } from './interpret/interpret-run.ts';
import { judgeRun } from './judge/judge-run.ts';
import { kitRuns } from './judge/kit-runs.ts';
import { readChart } from './chart/read-chart.ts';
import { updateDiagnostic } from './override/update-diagnostic.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const interpretationRoutes: FastifyPluginAsync = async (app) => {
  serve(app, interpretationCalls.interpret, ({ actor, params }) => interpretRun(app, actor, params));
  serve(app, interpretationCalls.previewReinterpretation, ({ actor, params }) =>
    previewReinterpretation(app, actor, params),
  );
  serve(app, interpretationCalls.reinterpret, ({ actor, params, body }) =>
    reinterpret(app, actor, { ...params, ...body }),
  );
  serve(app, interpretationCalls.formerInterpretations, ({ actor, params }) =>
    formerInterpretations(app.db, actor, params),
  );
  serve(app, interpretationCalls.formerChart, ({ actor, params }) => formerChart(app, actor, params));
  serve(app, interpretationCalls.chart, ({ actor, params }) => readChart(app, actor, params));
  serve(app, interpretationCalls.kitRuns, ({ actor, params }) => kitRuns(app, actor, params));
  serve(app, interpretationCalls.analyserRuns, ({ actor, params }) => analyserRuns(app, actor, params));
  serve(app, interpretationCalls.judge, ({ actor, params, body }) =>
    judgeRun(app, actor, { ...params, settings: body }),
  );
  serve(app, interpretationCalls.updateDiagnostic, ({ actor, params, query, body }) =>
    updateDiagnostic(app, actor, { ...params, ...query, change: body }),
  );
};
