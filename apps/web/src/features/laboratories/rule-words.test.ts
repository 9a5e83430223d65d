import { DEFAULT_LABORATORY_RULES as DEFAULTS } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { approvalInWords, linesOf, listOf, rulesInWords } from './rule-words.ts';

it('the summary lists rules that differ from the default', () => {
  expect(rulesInWords(DEFAULTS)).toBe('All rules have their default values.');
  expect(
    rulesInWords({
      ...DEFAULTS,
      approve: { ...DEFAULTS.approve, unresolved: 'block' },
      sameNameIsReplicate: true,
      overrideNeedsReason: false,
      nearBorderPercent: 5,
    }),
  ).toBe(
    'Approving, samples without a call: Block; overrides require no reason; wells with the same name are replicates; borderline within 5 %',
  );
});

it('LAB-131 the summary includes the number of required controls', () => {
  expect(rulesInWords({ ...DEFAULTS, controls: { negative: 2, positive: 1 } })).toBe(
    'negative controls: at least 2; positive controls: at least 1',
  );
});

it('reasons are edited one per line, without empty lines', () => {
  expect(listOf(' A \n\nB\n')).toEqual(['A', 'B']);
  expect(linesOf(['A', 'B'])).toBe('A\nB');
});

it("LAB-141 the laboratory's form summarises the rules for approval, strictest first", () => {
  const approve = { ...DEFAULTS.approve, unresolved: 'block' as const, kitStatus: 'note' as const };
  expect(approvalInWords({ ...DEFAULTS, approve })).toBe(
    'Block: samples without a call. Reason: expired or closed lots. Confirm: failed controls, missing controls, standards not as expected, zones that could not follow the controls, import warnings.',
  );
});
