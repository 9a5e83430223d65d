import { liveEventCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { EventStream } from '../../formats/response-bodies.ts';
import { serve } from '../../http/serve.ts';
import { createEventStreams } from './event-streams.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const liveEventRoutes: FastifyPluginAsync = async (app) => {
  const streams = createEventStreams(app.events);
  // A server that stops waits for its answers to end; these would not by themselves.
  app.addHook('preClose', (done) => {
    streams.endAll();
    done();
  });
  // oxlint-disable-next-line typescript/require-await -- the stream continues without intervention
  serve(app, liveEventCalls.stream, async (request) => new EventStream(streams.open(request)));
};
