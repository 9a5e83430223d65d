import { lotCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { createLot, deleteLot, updateLot } from './change-lots.ts';
import { listAllLots } from './lot-catalogue.ts';
import { listLots, lotsOfVersion, searchLots } from './read-lots.ts';
import { exportLots, importLots } from './transfer-lots.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const lotRoutes: FastifyPluginAsync = async (app) => {
  serve(app, lotCalls.all, ({ actor, query }) => listLots(app, actor, query));
  serve(app, lotCalls.ofVersion, ({ actor, params }) => lotsOfVersion(app, actor, params.versionId));
  serve(app, lotCalls.search, ({ actor, params, query }) => searchLots(app, actor, { ...params, ...query }));
  serve(app, lotCalls.catalogue, ({ actor, query }) => listAllLots(app, actor, query));
  serve(app, lotCalls.create, ({ actor, params, body }) => createLot(app, actor, { ...params, lot: body }));
  serve(app, lotCalls.update, ({ actor, params, body }) =>
    updateLot(app, actor, { ...params, change: body }),
  );
  serve(app, lotCalls.delete, ({ actor, params }) => deleteLot(app, actor, params.lotId));
  serve(app, lotCalls.export, ({ actor, params, query }) => exportLots(app, actor, { ...params, ...query }));
  serve(app, lotCalls.import, ({ actor, files, body, signal }) =>
    importLots(app, actor, { files, versionName: body.versionName, signal }),
  );
};
