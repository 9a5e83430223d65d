import { expect, it } from 'vitest';

import { trialLotsText, trialNotApproved, trialToCome } from './trial.ts';

const ONE = [{ name: '27A0001' }];

it('DECIDE-51 the sentence on a trial names its lots', () => {
  expect(trialNotApproved(ONE)).toBe('Trial lot 27A0001: this run cannot be approved.');
  expect(trialToCome(ONE)).toBe('Trial lot 27A0001: the run will be a trial and cannot be approved.');
  expect(trialLotsText([...ONE, { name: '27A0002' }])).toBe('Trial lots 27A0001, 27A0002');
});
