import type { Run } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { runFacts, signatures, type ReportFacts } from './report-facts.ts';

const by = (name: string, at: string) => ({ name, at });
const run = {
  businessId: 1284,
  status: 'APPROVED',
  laboratory: { id: 'n', name: 'North' },
  laboratoryTimeZone: 'Europe/Stockholm',
  acts: {
    imported: by('T. Holm', '2026-07-20T22:30:00.000Z'),
    interpreted: null,
    submitted: null,
    approved: by('I. Lindqvist', '2026-11-20T09:42:00.000Z'),
    rejected: null,
  },
  files: [],
  kits: [],
  plateId: null,
  instrumentName: 'CFX',
  rejectionReason: null,
  isTrial: false,
  runDateSource: 'FILE',
  runDateZone: null,
  runDateText: null,
  created: '2026-11-19T23:30:00.000Z',
  runImportDate: '2026-11-20T08:00:00.000Z',
} as unknown as Run; // only what the facts need
const facts: ReportFacts = {
  softwareVersion: '1',
  algorithmVersion: '1',
  configurationSha256: 'c',
  exportedBy: 'T. Holm',
  exportedAt: '2026-11-20T10:00:00.000Z',
  auditEntries: {},
  isChanged: false,
  signature: null,
};

// A laboratory in Stockholm read 09:42 for an approval at 10:42, beside a run date by its own clock.
test('SHELL-229 each time of a report is by the clock of the laboratory and names its zone', () => {
  const shown = new Map(runFacts(run, facts));
  expect(shown.get('Run date')).toBe('20-11-2026 00:30 (Europe/Stockholm)');
  expect(shown.get('Imported by')).toBe('T. Holm, 21-07-2026 00:30 (Europe/Stockholm)');
  expect(shown.get('Approved by')).toBe('I. Lindqvist, 20-11-2026 10:42 (Europe/Stockholm)');
  expect(shown.get('Exported by')).toBe('T. Holm, 20-11-2026 11:00 (Europe/Stockholm)');
  expect(signatures(run, facts)).toContain(
    'Approved by I. Lindqvist, 20-11-2026 10:42 (Europe/Stockholm): reviewed and approved',
  );
});
