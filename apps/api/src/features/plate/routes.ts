import { plateCalls, type SampleType } from '@curvewell/contracts';
import type { FastifyPluginAsync } from 'fastify';

import { serve } from '../../http/serve.ts';

/** What each sample type is called. */
const SAMPLE_TYPE_LABEL: Readonly<Record<SampleType, string>> = {
  BLOOD: 'Blood',
  DNA: 'DNA',
  NEGATIVE_TEST: 'Negative control',
  POSITIVE_TEST: 'Positive control',
  STANDARD: 'Standard',
};

// eslint-disable-next-line @typescript-eslint/require-await -- Fastify awaits its plugins
export const plateRoutes: FastifyPluginAsync = async (app) => {
  const names = Object.keys(SAMPLE_TYPE_LABEL) as SampleType[]; // the literal's own keys
  const sampleTypes = names.map((name) => ({ name, label: SAMPLE_TYPE_LABEL[name] }));
  serve(app, plateCalls.sampleTypes, () => Promise.resolve(sampleTypes));
};
