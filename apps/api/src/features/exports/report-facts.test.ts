import type { Run, SignatureStatement } from '@curvewell/domain';
import { describe, expect, test } from 'vitest';

import { noticeOf, runFacts, SIGNED_ACTIONS, signatures, type ReportFacts } from './report-facts.ts';

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

describe('a report states facts that are known', () => {
  const kit = (name: string, reactionBuffer: string | null) => ({
    kitVersion: { id: name, version: 'v2', kit: { id: name, name } },
    reactionBuffer: reactionBuffer === null ? null : { id: reactionBuffer, name: reactionBuffer },
    lots: [
      { id: '1', name: '26C0022', expirationDate: '2027-05-31', active: true },
      { id: '2', name: '26C0023', expirationDate: '2099-12-31', active: true },
    ],
  });

  test('of a run with files and kits, in the order of its work', () => {
    const whole = {
      ...run,
      plateId: 'P-7',
      files: [
        { name: 'a.csv', sha256: 'aa' },
        { name: 'b.csv', sha256: 'bb' },
      ],
      kits: [kit('LCT', 'RB-2'), kit('FV', null)],
      acts: {
        imported: by('T. Holm', '2026-11-20T08:00:00.000Z'),
        interpreted: by('P. Nair', '2026-11-20T08:10:00.000Z'),
        submitted: by('P. Nair', '2026-11-20T08:20:00.000Z'),
        approved: null,
        rejected: by('I. Lindqvist', '2026-11-20T08:30:00.000Z'),
      },
      rejectionReason: 'wrong plate',
    } as unknown as Run; // only what the facts need
    const at = (time: string) => `20-11-2026 ${time} (Europe/Stockholm)`;
    expect(runFacts(whole, facts)).toEqual([
      ['Laboratory', 'North'],
      ['Run', '1284 (Approved)'],
      ['Plate id', 'P-7'],
      ['Instrument', 'CFX'],
      ['Run date', at('00:30')],
      ['File', 'a.csv, SHA-256 aa'],
      ['File', 'b.csv, SHA-256 bb'],
      ['Kit', 'LCT v2 (RB-2), lot 26C0022 expires 31-05-2027; lot 26C0023 no expiry date'],
      ['Kit', 'FV v2, lot 26C0022 expires 31-05-2027; lot 26C0023 no expiry date'],
      ['Algorithm', 'version 1, settings SHA-256 c'],
      ['Software', 'Curvewell 1'],
      ['Imported by', `T. Holm, ${at('09:00')}`],
      ['Interpreted by', `P. Nair, ${at('09:10')}`],
      ['Submitted by', `P. Nair, ${at('09:20')}`],
      ['Rejected by', `I. Lindqvist, ${at('09:30')}`],
      ['Rejected because', 'wrong plate'],
      ['Exported by', `T. Holm, ${at('11:00')}`],
    ]);
  });

  test('and omits missing actions and a missing reason', () => {
    const shown = new Map(runFacts(run, facts));
    expect(shown.get('Plate id')).toBe('–');
    for (const label of ['Interpreted by', 'Submitted by', 'Rejected by', 'Rejected because', 'File', 'Kit'])
      expect(shown.has(label)).toBe(false);
    for (const label of ['Sample', 'Order', 'Wells', 'Record', 'Trial']) expect(shown.has(label)).toBe(false);
  });

  test('IMPEXP-125 of one sample first, with its orders if it has any', () => {
    const sample = { name: 'S-1', orderIds: ['O-1', 'O-2'], positions: ['A1', 'B1'], wellIds: [] };
    expect(runFacts(run, { ...facts, sample }).slice(0, 4)).toEqual([
      ['Sample', 'S-1'],
      ['Order', 'O-1, O-2'],
      ['Wells', 'A1, B1'],
      ['Laboratory', 'North'],
    ]);
    expect(runFacts(run, { ...facts, sample: { ...sample, orderIds: [] } }).slice(0, 2)).toEqual([
      ['Sample', 'S-1'],
      ['Wells', 'A1, B1'],
    ]);
  });
});

describe('a report warns', () => {
  const trial = { ...run, isTrial: true, trialLots: [{ name: '27A0001' }] } as unknown as Run; // as above

  test('on every page of a trial run, of a changed one and of both', () => {
    const notice = (isTrial: boolean, isChanged: boolean) => noticeOf({ isTrial }, { isChanged });
    expect([notice(false, false), notice(true, false), notice(false, true), notice(true, true)]).toEqual([
      null,
      'Trial: not for patients',
      'NOT WHAT WAS SIGNED',
      'NOT WHAT WAS SIGNED · Trial: not for patients',
    ]);
  });

  test('among its facts, directly after the run', () => {
    const shown = runFacts(trial, { ...facts, isChanged: true }).slice(1, 4);
    expect(shown).toEqual([
      ['Run', '1284 (Approved)'],
      [
        'Record',
        'NOT WHAT WAS SIGNED. This run differs from what was signed. Its history lists the differences.',
      ],
      ['Trial', 'Trial: not for patients. Trial lot 27A0001: this run cannot be approved.'],
    ]);
  });
});

describe('TRUST-13 a report prints who signed', () => {
  const statement = {
    signer: { id: 's', name: 'I. Lindqvist', role: 'Physician' },
    meaning: 'reviewed and approved',
    at: '2026-11-20T09:42:00.000Z',
    signedInAt: null,
    recordHash: 'abc',
    keyId: 'k1',
  } as unknown as SignatureStatement; // only what is printed
  const printed = (signature: SignatureStatement) => signatures(run, { ...facts, signature });
  const [approvedAt, signedInAt] = ['20-11-2026 10:42', '20-11-2026 10:41'].map(
    (time) => `${time} (Europe/Stockholm)`,
  );

  test('every action with its meaning, and its audit entry if it is known', () => {
    const done = {
      ...run,
      acts: {
        ...run.acts,
        interpreted: by('P. Nair', '2026-11-20T08:10:00.000Z'),
        submitted: by('P. Nair', '2026-11-20T08:20:00.000Z'),
        rejected: by('I. Lindqvist', '2026-11-20T08:30:00.000Z'),
      },
    };
    const auditEntries = Object.fromEntries(SIGNED_ACTIONS.map((action, index) => [action, `${7 + index}`]));
    expect(signatures(done, { ...facts, auditEntries })).toEqual([
      'Interpreted by P. Nair, 20-11-2026 09:10 (Europe/Stockholm): interpreted (audit entry 7)',
      'Submitted by P. Nair, 20-11-2026 09:20 (Europe/Stockholm): submitted for approval (audit entry 8)',
      `Approved by I. Lindqvist, ${approvedAt}: reviewed and approved (audit entry 9)`,
      'Rejected by I. Lindqvist, 20-11-2026 09:30 (Europe/Stockholm): reviewed and rejected (audit entry 10)',
    ]);
    expect(signatures(run, facts)).toEqual([
      `Approved by I. Lindqvist, ${approvedAt}: reviewed and approved`,
    ]);
    expect(SIGNED_ACTIONS).toEqual(['run.interpret', 'run.submit', 'run.approve', 'run.reject']);
  });

  test('as what, when and with which meaning, and the hash of the record and the key', () => {
    expect(printed(statement).slice(1)).toEqual([
      `Signed by I. Lindqvist (Physician), ${approvedAt}: reviewed and approved`,
      'Record SHA-256 abc, Ed25519 key k1',
    ]);
    expect(printed({ ...statement, signedInAt: '2026-11-20T09:41:00.000Z' })[1]).toBe(
      `Signed by I. Lindqvist (Physician), ${approvedAt}, signed in for it at ${signedInAt}: reviewed and approved`,
    );
  });

  test('and how access to the account of the signer changed before', () => {
    const changed: SignatureStatement = {
      ...statement,
      accountChanges: [{ what: 'password', at: '2026-11-19T11:00:00.000Z', byOther: true }],
    };
    expect(printed(changed)[2]).toBe(
      'In the 30 days before the signature: password set by another person 19-11-2026 12:00 (Europe/Stockholm)',
    );
    expect(printed(changed)).toHaveLength(4);
  });
});
