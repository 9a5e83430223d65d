/** What people call the formats. */
import type { RunFileFormat } from '@curvewell/contracts';
export const FORMAT_NAMES: Readonly<Record<RunFileFormat, string>> = {
  cfx: 'Bio-Rad CFX',
  rdml: 'RDML',
  'quantstudio-design-analysis': 'QuantStudio Design & Analysis',
  'quantstudio-real-time': 'QuantStudio Real-Time PCR Software',
  stepone: 'StepOne / 7500',
  lightcycler480: 'LightCycler 480',
  rotorgene: 'Rotor-Gene',
  rdes: 'RDES',
};
