import { interpretationCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { analyserRuns } from './evaluate/analyser-runs.ts';
import { previousChart, previousInterpretations } from './reinterpret/previous-interpretations.ts';
import { reinterpret, previewReinterpretation } from './reinterpret/reinterpret.ts';
import { interpretRun } from './interpret/interpret-run.ts';
import { evaluateRun } from './evaluate/evaluate-run.ts';
import { readMelt } from './evaluate/read-melt.ts';
import { kitRuns } from './evaluate/kit-runs.ts';
import { readChart } from './chart/read-chart.ts';
import { readNormalised } from './chart/read-normalised.ts';
import { readFluorescence } from './chart/read-fluorescence.ts';
import { wellReferences } from './chart/well-references.ts';
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
  serve(app, interpretationCalls.previousInterpretations, ({ actor, params }) =>
    previousInterpretations(app.db, actor, params),
  );
  serve(app, interpretationCalls.previousChart, ({ actor, params }) => previousChart(app, actor, params));
  serve(app, interpretationCalls.chart, ({ actor, params }) => readChart(app, actor, params));
  serve(app, interpretationCalls.fluorescence, ({ actor, params, query }) =>
    readFluorescence(app, actor, { ...params, ...query }),
  );
  serve(app, interpretationCalls.normalised, ({ actor, params, query }) =>
    readNormalised(app, actor, { ...params, ...query }),
  );
  serve(app, interpretationCalls.references, ({ actor, params }) => wellReferences(app.db, actor, params));
  serve(app, interpretationCalls.kitRuns, ({ actor, params }) => kitRuns(app, actor, params));
  serve(app, interpretationCalls.analyserRuns, ({ actor, params }) => analyserRuns(app, actor, params));
  serve(app, interpretationCalls.evaluate, ({ actor, params, body }) =>
    evaluateRun(app, actor, { ...params, settings: body }),
  );
  serve(app, interpretationCalls.melt, ({ actor, params }) => readMelt(app, actor, params));
  serve(app, interpretationCalls.updateDiagnostic, ({ actor, params, query, body }) =>
    updateDiagnostic(app, actor, { ...params, ...query, change: body }),
  );
};
