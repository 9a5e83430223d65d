import { deliveryCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { listDeliveries, readLog } from './read-deliveries.ts';
import { sendNotSent, sendRun } from './send-run.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const deliveryRoutes: FastifyPluginAsync = async (app) => {
  serve(app, deliveryCalls.list, ({ actor, query }) => listDeliveries(app, actor, query));
  serve(app, deliveryCalls.log, ({ actor, params }) => readLog(app, actor, params));
  serve(app, deliveryCalls.sendRun, ({ actor, params, signal }) =>
    sendRun(app, actor, { ...params, signal }),
  );
  serve(app, deliveryCalls.sendNotSent, ({ actor }) => sendNotSent(app, actor));
};
