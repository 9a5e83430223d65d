import { importExportCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { exportKit } from './export-kit.ts';
import { importKit } from './import-kit.ts';

// eslint-disable-next-line @typescript-eslint/require-await -- Fastify awaits its plugins
export const kitTransferRoutes: FastifyPluginAsync = async (app) => {
  serve(app, importExportCalls.exportKit, ({ actor, params }) => exportKit(app, actor, params));
  serve(app, importExportCalls.importKit, ({ actor, files, body }) =>
    importKit(app, actor, { files, versionName: body.versionName }),
  );
};
