import { controlCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { addNote, leaveOut, setReferenceLot } from './change/change-controls.ts';
import { exportSeries } from './read/export-series.ts';
import { readChoices } from './read/read-choices.ts';
import { readNegatives } from './read/read-negatives.ts';
import { readOverview } from './read/read-overview.ts';
import { readReading } from './read/read-reading.ts';
import { readSeries } from './read/read-series.ts';
import { readTmShifts } from './read/read-tm-shifts.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const controlRoutes: FastifyPluginAsync = async (app) => {
  serve(app, controlCalls.choices, ({ actor }) => readChoices(app, actor));
  serve(app, controlCalls.overview, ({ actor, query }) => readOverview(app, actor, query));
  serve(app, controlCalls.series, ({ actor, query }) => readSeries(app, actor, query));
  serve(app, controlCalls.negatives, ({ actor, query }) => readNegatives(app, actor, query));
  serve(app, controlCalls.tmShifts, ({ actor, query }) => readTmShifts(app, actor, query));
  serve(app, controlCalls.reading, ({ actor, params }) => readReading(app.db, actor, params));
  serve(app, controlCalls.addNote, ({ actor, params, body }) => addNote(app, actor, { ...params, ...body }));
  serve(app, controlCalls.setExcluded, ({ actor, params, body }) =>
    leaveOut(app, actor, { ...params, ...body }),
  );
  serve(app, controlCalls.setReferenceLot, ({ actor, body }) => setReferenceLot(app, actor, body));
  serve(app, controlCalls.export, ({ actor, query }) => exportSeries(app, actor, query));
};
