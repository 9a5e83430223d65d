import { analyserCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { analysersOfKitVersion, listAnalysers } from './read-analysers.ts';
import { createAnalyser, listProfiles, updateAnalyser } from './save-analysers.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const analyserRoutes: FastifyPluginAsync = async (app) => {
  serve(app, analyserCalls.list, () => listAnalysers(app));
  serve(app, analyserCalls.ofKitVersion, ({ params }) => analysersOfKitVersion(app, params.versionId));
  serve(app, analyserCalls.profiles, () => listProfiles(app));
  serve(app, analyserCalls.create, ({ actor, body }) => createAnalyser(app, actor, body.profile));
  serve(app, analyserCalls.update, ({ actor, params, body }) =>
    updateAnalyser(app, actor, { ...params, ...body }),
  );
};
