import { fileTransferCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { EventStream } from '../../formats/response-bodies.ts';
import { serve } from '../../http/serve.ts';
import { createConnection, deleteConnection, readConnection, updateConnection } from './connection.ts';
import { tryConnection } from './try-connection.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const fileTransferRoutes: FastifyPluginAsync = async (app) => {
  serve(app, fileTransferCalls.isConfigured, async ({ actor }) => {
    const where = { laboratoryId: actor.laboratory.id };
    return (await app.db.fileTransferConnection.count({ where })) > 0;
  });
  serve(app, fileTransferCalls.get, ({ actor }) => readConnection(app, actor));
  serve(app, fileTransferCalls.create, ({ actor, body }) => createConnection(app, actor, body));
  serve(app, fileTransferCalls.update, ({ actor, body }) => updateConnection(app, actor, body));
  serve(app, fileTransferCalls.delete, ({ actor, params }) =>
    deleteConnection(app, actor, params.connectionId),
  );
  serve(
    app,
    fileTransferCalls.test,
    async ({ actor, body }) => new EventStream(await tryConnection(app, actor, body)),
  );
};
