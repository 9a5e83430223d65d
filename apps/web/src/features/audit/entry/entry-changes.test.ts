import { auditActionSchema } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { text } from '../../../locale/text.ts';
import { entryChanges, entryReason, entryTitle, runEntryTitle } from './entry-changes.ts';

test('HISTORY-01 an entry shows old and new values in every stored form', () => {
  const color = { id: 'x', diagnostic: { name: 'NEGATIVE' }, diagnosticLabel: 'Negative', color: '#b3b9ad' };
  expect(
    entryChanges({ action: 'lot.update', details: { from: { active: true }, to: { active: false } } }),
  ).toEqual([{ what: 'Active', from: true, to: false }]);
  expect(
    entryChanges({ action: 'run.diagnostic', details: { from: null, to: color, comment: 'Spike' } }),
  ).toEqual([{ what: '', from: null, to: color }]);
  expect(entryChanges({ action: 'run.submit', details: {} })).toEqual([
    { what: '', from: 'RUN_TO_INTERPRET', to: 'WAIT_FOR_APPROVAL' },
  ]);
  const wells = [
    { what: 'sampleType', from: null, to: 'BLOOD', wells: ['A1 FAM', 'A2 FAM', 'A3 FAM', 'A4 FAM'] },
  ];
  expect(entryChanges({ action: 'run.update', details: { wells, revision: 3 } })).toEqual([
    { what: 'Sample type of A1 FAM, A2 FAM and 2 more', from: null, to: 'BLOOD' },
    { what: 'Revision', from: undefined, to: 3 },
  ]);
  const changes = [{ position: 'A2', channel: 'FAM', from: 'Negative', to: 'Heterozygous' }];
  expect(entryChanges({ action: 'run.interpret', details: { changes } })).toEqual([
    { what: 'A2 FAM', from: 'Negative', to: 'Heterozygous' },
  ]);
});

test('HISTORY-01 an entry is titled by its action and states the reason', () => {
  const titles = [
    runEntryTitle({ action: 'run.diagnostic', details: { position: 'H7' } }),
    runEntryTitle({ action: 'run.interpret', details: { wells: 90, channels: ['FAM', 'TEXAS_RED'] } }),
    runEntryTitle({ action: 'run.import', details: { files: [{}, {}] } }),
    entryTitle({ action: 'run.interpret', details: { formerInterpretation: 'x' } }),
    entryTitle({ action: 'template.delete', details: {} }),
  ];
  expect(titles).toEqual([
    'Result of H7 changed',
    'Interpreted, 90 results, 2 channels',
    'Imported, 2 files',
    'Reinterpreted',
    'Template deleted',
  ]);
  expect(entryReason({ details: { comment: 'Spike' } })).toBe('Spike');
  expect(entryReason({ details: { reason: '' } })).toBe(null);
});

test('HISTORY-01 fields are shown in words, dye names unchanged', () => {
  const details = { from: { FAM: null }, to: { FAM: 'FAM' }, reactionBuffer: 'RB-2' };
  expect(entryChanges({ action: 'analyser.dyes.keep', details })).toEqual([
    { what: 'FAM', from: null, to: 'FAM' },
    { what: 'Reaction buffer', from: undefined, to: 'RB-2' },
  ]);
});

test('AUDIT-01 every action has a title, its own or a derived one', () => {
  for (const action of auditActionSchema.options)
    if (!(action in text.audit.actions))
      expect(entryTitle({ action, details: {} })).toMatch(/^[A-Z][\w ]+ (created|updated|deleted|imported)$/);
});

test('HISTORY-01 confirmed doubts are listed by kind, without duplicates', () => {
  const details = { confirmed: ['failedControls:1', 'failedControls:2', 'expiredLots:3'] };
  expect(entryChanges({ action: 'run.approve', details })).toEqual([
    { what: 'Confirmed', from: undefined, to: ['failed controls', 'expired or closed lots'] },
  ]);
});

// An interpretation of a plate of 384 in two channels named 768 wells.
test('AUDIT-46 a result is counted for each well and channel, and is not called a well', () => {
  const details = { wells: 768, channels: ['FAM', 'TEXAS_RED'] };
  expect(runEntryTitle({ action: 'run.interpret', details })).toBe('Interpreted, 768 results, 2 channels');
  expect(entryChanges({ action: 'run.interpret', details })).toContainEqual({
    what: 'Results',
    from: undefined,
    to: 768,
  });
  expect(entryChanges({ action: 'run.export', details })).toContainEqual({
    what: 'Results',
    from: undefined,
    to: 768,
  });
});

test('SHELL-233 a hash among the fields of an entry is called a checksum', () => {
  const details = { sha256: 'aa', configurationSha256: 'bb', proof: { sha256: 'cc' } };
  expect(entryChanges({ action: 'run.interpret', details }).map(({ what }) => what)).toEqual([
    'Checksum',
    'Configuration checksum',
    'Checksum of the results',
  ]);
});
