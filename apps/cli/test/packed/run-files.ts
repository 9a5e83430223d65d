import { generateCfxXls, generateRdml, syntheticRun } from '@curvewell/instruments/generate';

const melt = (tm: number, amplitude: number) => ({ channel: 'FAM', tm, amplitude, width: 0.8 }) as const;

/** A plate with three wells: A1 has one product, A2 two, A3 none. */
const RUN = syntheticRun({
  plateType: 'RECTANGULAR_96',
  wells: [
    { position: 'A1', name: 'Sample 1', sampleType: null, melts: [melt(72, 900)] },
    { position: 'A2', name: 'Sample 2', sampleType: null, melts: [melt(72, 500), melt(81, 700)] },
    { position: 'A3', name: 'Sample 3', sampleType: null, melts: [] },
  ],
  channels: ['FAM'],
  phases: ['MELT'],
  temperature: { from: 60, to: 92, step: 0.5 },
  noise: 2,
  seed: 1,
});

/** The run in a current format, and in one whose reader is loaded lazily. */
export async function runFiles(): Promise<Readonly<Record<'run.rdml' | 'run.xls', Uint8Array>>> {
  const [rdml] = await generateRdml(RUN);
  const [xls] = generateCfxXls(RUN);
  if (rdml === undefined || xls === undefined) throw new Error('the run was not written');
  return { 'run.rdml': rdml.bytes, 'run.xls': xls.bytes };
}
