import { ALGORITHM_VERSION } from '@curvewell/analysis';
import { identityCalls, MAX_UPLOAD_BYTES, type PublicProperties } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import { loadReleases } from '../features/releases/index.ts';
import { SOFTWARE_VERSION } from '../version.ts';
import { serve } from './serve.ts';

const NOT_CONFIGURED = 'Not configured';

/** An empty variable counts as one that is not set. */
const text = (fallback: string) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.string().max(500).default(fallback));

const environmentSchema = z.object({
  PRODUCT_NAME: text('Curvewell'),
  PRODUCT_VERSION: text(SOFTWARE_VERSION),
  PRODUCT_RELEASE_DATE: text(''),
  PRODUCT_MANUFACTURER: text(NOT_CONFIGURED),
  /** Separated by commas. */
  PRODUCT_REGULATORY_MARKS: text(''),
  PRODUCT_ADDRESS: text(NOT_CONFIGURED),
  PRODUCT_PHONE: text(NOT_CONFIGURED),
  PRODUCT_WEBSITE: text(NOT_CONFIGURED),
  RUN_FILE_DOWNLOAD: text('false').pipe(z.stringbool()),
});

/** What the environment says of the product and of what this installation allows; the release notes know the date. */
export function readPublicProperties(
  environment: NodeJS.ProcessEnv,
  releaseDate: string = NOT_CONFIGURED,
): PublicProperties {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) throw new Error(`The settings are wrong:\n${z.prettifyError(parsed.error)}`);
  const settings = parsed.data;
  return {
    product: {
      name: settings.PRODUCT_NAME,
      version: settings.PRODUCT_VERSION,
      releaseDate: settings.PRODUCT_RELEASE_DATE === '' ? releaseDate : settings.PRODUCT_RELEASE_DATE,
      manufacturer: settings.PRODUCT_MANUFACTURER,
      regulatoryMarks: settings.PRODUCT_REGULATORY_MARKS.split(',')
        .map((mark) => mark.trim())
        .filter((mark) => mark !== ''),
      address: settings.PRODUCT_ADDRESS,
      phone: settings.PRODUCT_PHONE,
      website: settings.PRODUCT_WEBSITE,
    },
    algoVersion: ALGORITHM_VERSION,
    runFileDownload: settings.RUN_FILE_DOWNLOAD,
    maxUploadBytes: MAX_UPLOAD_BYTES,
  };
}

// eslint-disable-next-line @typescript-eslint/require-await -- Fastify awaits its plugins
export const publicPropertiesRoutes: FastifyPluginAsync = async (app) => {
  const release = loadReleases().find(({ version }) => version === SOFTWARE_VERSION);
  const properties = readPublicProperties(process.env, release?.date);
  serve(app, identityCalls.publicProperties, () => Promise.resolve(properties));
};
