import { whatIfCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { EventStream } from '../../formats/response-bodies.ts';
import { serve } from '../../http/serve.ts';
import { listWhatIfs } from './stored-what-ifs.ts';
import { evaluateSettings } from './evaluate-settings.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const whatIfRoutes: FastifyPluginAsync = async (app) => {
  const stop = new AbortController();
  // A stopping server waits for open responses.
  app.addHook('preClose', (done) => {
    stop.abort();
    done();
  });
  serve(app, whatIfCalls.evaluate, async ({ actor, body, signal, authorizeAgain }) => {
    const ended = AbortSignal.any([signal, stop.signal]);
    return new EventStream(
      await evaluateSettings(app, actor, { evaluation: body, signal: ended, authorizeAgain }),
    );
  });
  serve(app, whatIfCalls.evaluations, ({ actor, params }) => listWhatIfs(app.db, actor, params));
};
