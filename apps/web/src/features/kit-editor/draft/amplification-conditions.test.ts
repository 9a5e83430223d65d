import { expressionText } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { amplificationConditions, conditionKind, offeredConditions } from './conditions.ts';
import { draftIssues } from './draft-issues.ts';
import { EMPTY_DRAFT, type KitDraft } from './kit-draft.ts';

const CONDITIONS = amplificationConditions(['FAM', 'HEX']);

test('KIT-284 each channel with a latest cycle may be, or not be, amplified, also without any zone', () => {
  expect(CONDITIONS.map(expressionText)).toEqual([
    'FAM is amplified',
    'FAM is not amplified',
    'HEX is amplified',
    'HEX is not amplified',
  ]);
  const [fam] = CONDITIONS;
  const offered = offeredConditions(CONDITIONS, { zones: [], taken: [fam!] });
  expect(offered.map(expressionText)).toEqual(['HEX is amplified', 'HEX is not amplified']);
  expect(conditionKind(fam!)).toBe('amplification');
});

test('KIT-285 a rule that asks for a channel without a latest cycle prevents saving', () => {
  const asking = (amplification: KitDraft['version']['amplification']): KitDraft => ({
    ...EMPTY_DRAFT,
    FAM: {
      phases: [],
      combinations: new Map([
        ['NONE', { cases: [{ expressions: [CONDITIONS[2]!], diagnosticId: 'x' }], otherwise: null }],
      ]),
    },
    version: { ...EMPTY_DRAFT.version, amplification },
  });
  const messages = (draft: KitDraft) =>
    draftIssues(draft).flatMap(({ field, message }) => (field === 'amplification' ? [message] : []));
  expect(messages(asking([{ channel: 'FAM', latestCycle: 35 }]))).toEqual([
    'A rule uses the amplification of HEX, which requires the latest cycle of HEX.',
  ]);
  expect(messages(asking([{ channel: 'HEX', latestCycle: 35 }]))).toEqual([]);
});
