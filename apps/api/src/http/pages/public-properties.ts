import { ALGORITHM_VERSION } from '@curvewell/analysis';
import { identityCalls, type PublicProperties, MAX_UPLOAD_BYTES } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import type { Config } from '../../settings/config.ts';
import { loadReleases } from '../../features/releases/index.ts';
import { readRolledBack, restoredCopyAnswer } from '../../backup/installation.ts';
import { SOFTWARE_COMMIT, SOFTWARE_VERSION } from '../../process/version.ts';
import { serve } from '../serve.ts';

export type SetProperties = Omit<PublicProperties, 'restoredCopy' | 'rolledBack'>;

/** Public properties of the product and the installation; the release notes give the date. */
export function publicProperties({
  product,
  runFileDownload,
}: Pick<Config, 'product' | 'runFileDownload'>): SetProperties {
  const release = loadReleases().find(({ version }) => version === SOFTWARE_VERSION);
  return {
    product: {
      ...product,
      commit: SOFTWARE_COMMIT,
      releaseDate: product.releaseDate ?? release?.date ?? 'Not configured',
    },
    algoVersion: ALGORITHM_VERSION,
    runFileDownload,
    maxUploadBytes: MAX_UPLOAD_BYTES,
  };
}

// oxlint-disable-next-line typescript/require-await -- Fastify awaits its plugins
export const publicPropertiesRoutes: FastifyPluginAsync = async (app) => {
  serve(app, identityCalls.publicProperties, async () => ({
    ...app.publicProperties,
    restoredCopy: await restoredCopyAnswer(app.db),
    rolledBack: await readRolledBack(app.db),
  }));
};
