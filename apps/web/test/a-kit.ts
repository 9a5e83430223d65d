import type { KitVersion } from '@curvewell/domain';

import { idOf } from './a-run.ts';

/** The second version of a kit: unused, and without its own limits. */
export const aKitVersion: KitVersion = {
  id: idOf('2'),
  version: 'v2',
  kit: { id: idOf('1'), name: 'LCT-13910' },
  isEditable: true,
  isFirst: true,
  revision: 1,
  validityStartDate: null,
  validityEndDate: null,
  requiredControls: { negative: 1, positive: 0 },
  outsideDiagnostic: null,
  tmShift: null,
  meltTemplates: null,
  curveShapes: null,
  replicates: null,
};
