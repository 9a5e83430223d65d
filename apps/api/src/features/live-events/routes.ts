import { liveEventCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { EventStream } from '../../formats/response-bodies.ts';
import { serve } from '../../http/serve.ts';
import { createEventStreams } from './event-streams.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const liveEventRoutes: FastifyPluginAsync = async (app) => {
  const streams = createEventStreams(app.events);
  // A stopping server waits for open responses, and streams do not end by themselves.
  app.addHook('preClose', (done) => {
    streams.endAll();
    done();
  });
  // oxlint-disable-next-line typescript/require-await -- the stream is returned at once
  serve(app, liveEventCalls.stream, async (request) => new EventStream(streams.open(request)));
};
