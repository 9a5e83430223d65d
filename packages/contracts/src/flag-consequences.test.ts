import { expect, test } from 'vitest';

import { FLAG_CONSEQUENCES } from './flag-consequences.ts';
import { callFlagCodeSchema } from './well-call.ts';

test.each(callFlagCodeSchema.options)(
  'REVIEW-170 %s stops a call everywhere or nowhere: plate, check and exports',
  (code) => {
    const { callable, mark, section, absent } = FLAG_CONSEQUENCES[code];
    expect([mark === 'no-call', section === 'unresolved', absent !== null]).toEqual(
      Array.from({ length: 3 }, () => !callable),
    );
  },
);
