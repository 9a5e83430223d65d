import type { RunFileFormat } from '@curvewell/domain';

const APPLIED_BIOSYSTEMS = ' with the sheet “Melt Curve Raw Data” (“Melt Curve Raw” in newer software)';

/** How the software of the instruments exports melting curves, after “also export the melting curves”. */
export const MELT_EXPORT: Readonly<Record<RunFileFormat, string>> = {
  cfx: ': export all data sheets, which include “Melt Curve RFU Results”, and keep the names of the files',
  lightcycler480:
    ': export the raw data of the experiment as text, with the columns Prog#, Seg# and Temp; a table of results has none',
  'quantstudio-design-analysis': APPLIED_BIOSYSTEMS,
  'quantstudio-real-time': APPLIED_BIOSYSTEMS,
  stepone: APPLIED_BIOSYSTEMS,
  rdml: '',
  rotorgene: '',
  rdes: '',
  mxpro: ': export the instrument data as “Text Format 1”',
  'azure-cielo': ': export the melting curves as csv',
};
