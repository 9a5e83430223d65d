import { releaseCalls } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';
import { loadReleases } from './load-releases.ts';
import { getRelease, lastRelease, lastReleaseIfNotSeen, markReleaseSeen } from './releases.ts';

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const releaseRoutes: FastifyPluginAsync = async (app) => {
  const releases = loadReleases();
  // oxlint-disable-next-line typescript/require-await -- releases are in memory
  serve(app, releaseCalls.last, async () => lastRelease(releases));
  serve(app, releaseCalls.lastIfNotSeen, ({ actor }) => lastReleaseIfNotSeen(app, actor, releases));
  // oxlint-disable-next-line typescript/require-await -- releases are in memory
  serve(app, releaseCalls.get, async ({ params }) => getRelease(releases, params.version));
  serve(app, releaseCalls.markSeen, async ({ actor, params }) => {
    await markReleaseSeen(app, actor, getRelease(releases, params.version));
  });
};
