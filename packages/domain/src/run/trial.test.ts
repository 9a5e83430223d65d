import { expect, it } from 'vitest';

import {
  SAMPLE_KIT_NOTE,
  TRIAL_LABEL,
  TRIAL_NOTICE,
  trialLotSchema,
  trialLotsText,
  trialNotApproved,
  trialNotSent,
  trialToCome,
} from './trial.ts';

const ONE = [{ name: '27A0001' }];

it('DECIDE-51 the sentence about a trial run names its lots', () => {
  expect(trialNotApproved(ONE)).toBe('Trial lot 27A0001: this run cannot be approved.');
  expect(trialToCome(ONE)).toBe('Trial lot 27A0001: the run will be a trial and cannot be approved.');
  expect(trialLotsText([...ONE, { name: '27A0002' }])).toBe('Trial lots 27A0001, 27A0002');
  expect(trialNotSent(ONE)).toBe('Trial lot 27A0001: the results of this run do not go to other systems.');
});

it('DECIDE-51 a lot of a sample kit is named with the kit, also in responses', () => {
  const lot = { id: '00000000-0000-4000-8000-000000000001', name: '26A0033', sampleKit: 'LCT-13910' };
  expect(trialLotsText([trialLotSchema.parse(lot)])).toBe('Trial lot 26A0033 (sample kit LCT-13910)');
  expect(trialLotsText([lot, ...ONE])).toBe('Trial lots 26A0033 (sample kit LCT-13910), 27A0001');
});

it('DECIDE-51 every page of a trial run says that it is not for patients', () => {
  expect([TRIAL_LABEL, TRIAL_NOTICE]).toEqual(['Trial', 'Trial: not for patients']);
  expect(SAMPLE_KIT_NOTE).toContain('cannot be approved');
});
