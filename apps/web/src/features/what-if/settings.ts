import type { WhatIfRequest } from '@curvewell/contracts';

import type { WhatIfKit } from '../../shared/what-if-kit.ts';
import { DEFAULT_RUNS } from './default-runs.ts';

type Tried = Pick<WhatIfKit, 'place' | 'settings'>;

/** Whether a request has these settings at this place, on any runs. */
export const isRequestOf = (request: WhatIfRequest, { place, settings }: Tried): boolean =>
  written({ ...request, ...DEFAULT_RUNS }) === written({ ...place, ...settings, ...DEFAULT_RUNS });

/** As JSON. Saving may reorder the fields of a setting, and omit those without a value. */
const written = (value: object): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part !== 'object' || part === null || Array.isArray(part)
      ? part
      : Object.fromEntries(
          Object.entries(part)
            .filter(([, one]) => one !== null && one !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
  );
