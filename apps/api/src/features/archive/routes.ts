import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { archiveCalls } from '@curvewell/contracts';
import { runSchema } from '@curvewell/domain';
import type { FastifyPluginAsync } from 'fastify';

import { PreparedJson } from '../../formats/response-bodies.ts';
import { serve } from '../../http/serve.ts';
import { storedChart } from '../interpretation/index.ts';
import { getRun } from '../runs/index.ts';
import { deletePermanently, requestArchiving, restoreRun } from './archive-run.ts';
import { searchArchive } from './search-archive.ts';

const unzip = promisify(gunzip);

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const archiveRoutes: FastifyPluginAsync = async (app) => {
  serve(app, archiveCalls.archive, ({ actor, params, body }) =>
    requestArchiving(app, actor, { ...params, ...body }),
  );
  serve(app, archiveCalls.search, ({ actor, body }) => searchArchive(app, actor, body));
  serve(app, archiveCalls.get, async ({ actor, params }) => {
    const run = runSchema.parse(await getRun(app.db, actor, { ...params, shelf: 'archived' }));
    const wells = run.acts.interpreted === null ? '[]' : await unzip(await storedChart(app, params));
    const head = `{"run":${JSON.stringify(run)},"interpretedWells":`;
    return new PreparedJson(Buffer.concat([head, wells, '}'].map((part) => Buffer.from(part))));
  });
  serve(app, archiveCalls.restore, ({ actor, params }) => restoreRun(app, actor, params));
  serve(app, archiveCalls.deletePermanently, ({ actor, params }) => deletePermanently(app, actor, params));
};
