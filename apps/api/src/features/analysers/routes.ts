import { analyserCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { analysersOfKitVersion, listAnalysers } from './read-analysers.ts';
import { createAnalyser, listProfiles, updateAnalyser } from './save-analysers.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const analyserRoutes: FastifyPluginAsync = async (app) => {
  serve(app, analyserCalls.list, ({ actor }) => listAnalysers(app, actor));
  serve(app, analyserCalls.ofKitVersion, ({ actor, params }) =>
    analysersOfKitVersion(app, actor, params.versionId),
  );
  serve(app, analyserCalls.profiles, ({ actor }) => listProfiles(app, actor));
  serve(app, analyserCalls.create, ({ actor, body }) => createAnalyser(app, actor, body.profile));
  serve(app, analyserCalls.update, ({ actor, params, body }) =>
    updateAnalyser(app, actor, { ...params, ...body }),
  );
};
