import { auditActionSchema, type AuditRow } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { entrySentence } from './entry-sentence.ts';

type Details = AuditRow['entry']['details'];

const sentenceOf = (
  action: string,
  details: Details = {},
  { about = null, attempt = null }: Partial<Pick<AuditRow, 'about' | 'attempt'>> = {},
) =>
  entrySentence({
    about,
    attempt,
    run: null,
    entry: {
      chain: '00000000-0000-4000-8000-000000000000',
      number: 1,
      at: '2026-11-20T10:00:00.000Z',
      actor: { id: null, name: 'Somebody', role: null },
      action,
      object: { kind: 'thing', id: null },
      details,
      requestId: null,
      address: null,
      broughtIn: false,
    } as unknown as AuditRow['entry'],
  });

/** Begins with a verb, is one sentence, and needs no knowledge of names in the code. */
const SENTENCE = /^(Will try|Could not|[A-Z][a-z]+(ed|ent|et|ut|d)?)( [^.]*)?(\. Refused)?$/;

describe('an entry of the audit trail', () => {
  it.each(auditActionSchema.options)('AUDIT-40 is a sentence: %s', (action) => {
    for (const about of [null, 'Alpha']) {
      const { words } = sentenceOf(action, {}, { about });
      expect(words).toMatch(SENTENCE);
      expect(words).not.toMatch(/undefined|null|NaN|[a-z][A-Z]|\bvalues?\b/);
    }
  });

  it('AUDIT-40 names what it is about, with a noun unless the name has one', () => {
    expect(sentenceOf('lot.update', {}, { about: '26B0431' }).words).toBe('Changed lot 26B0431');
    expect(sentenceOf('lot.update').words).toBe('Changed a lot');
    expect(sentenceOf('analyser.update').words).toBe('Changed an analyser');
    expect(sentenceOf('user.update').words).toBe('Changed a user');
    expect(sentenceOf('run.approve', {}, { about: 'Run 1284' }).words).toBe('Approved run 1284');
  });

  it('AUDIT-40 states the facts of its action', () => {
    const about = 'Run 62';
    const words = (action: string, details: Details) => sentenceOf(action, details, { about }).words;
    expect(words('run.diagnostic', { position: 'H14' })).toBe('Changed the result of H14 in run 62');
    expect(words('run.import', { files: [{}, {}] })).toBe('Imported run 62 from 2 files');
    expect(words('run.comment', { wellIds: ['a'] })).toBe('Commented on 1 well of run 62');
    expect(words('run.comment', {})).toBe('Commented on run 62');
    expect(words('run.export', { file: 'a.pdf' })).toBe('Exported run 62 as a.pdf');
    expect(words('run.interpret', { wells: 90 })).toBe('Interpreted run 62: 90 results');
    expect(words('run.interpret', { wells: 90, formerInterpretation: 'x' })).toBe(
      'Reinterpreted run 62: 90 results',
    );
    expect(words('run.send', { files: [], tries: 2 })).toBe('Sent run 62 to the file server at attempt 2');
  });

  it('AUDIT-41 spells out one or two changes, and omits what did not change', () => {
    const details = {
      from: { active: true, expirationDate: '2099-12-31' },
      to: { active: true, expirationDate: '2026-12-12' },
    };
    expect(sentenceOf('lot.update', details)).toMatchObject({
      spelt: [{ what: 'Expiry date', from: '2099-12-31', to: '2026-12-12' }],
      alsoChanged: '',
    });
  });

  it('AUDIT-41 names more changes instead of counting values', () => {
    const before = { name: 'a', active: true, rules: {}, timeZone: 'UTC', fourEyes: true };
    const after = { name: 'b', active: false, rules: { a: 1 }, timeZone: 'Asia/Tokyo', fourEyes: false };
    expect(sentenceOf('laboratory.update', { from: before, to: after })).toMatchObject({
      spelt: [],
      alsoChanged: 'name, active, rules and 2 more values',
    });
    expect(
      sentenceOf('laboratory.update', { from: { rules: {} }, to: { rules: { a: 1 } } }).alsoChanged,
    ).toBe('rules');
  });

  it('AUDIT-41 names fields by the words of the screens', () => {
    const [from, to] = [false, true].map((is) => ({ rdAdmin: is, qaAdmin: is, salesAdmin: is }));
    expect(sentenceOf('user.update', { from: from ?? null, to: to ?? null }).alsoChanged).toBe(
      'R&D admin, QA admin and sales admin',
    );
  });

  it('AUDIT-42 a refused call says what was tried, on what, and that it was refused', () => {
    const details = { call: 'PUT /run/:runId/status', status: 403 };
    const attempt = 'decide on a run';
    expect(sentenceOf('access.refused', details, { attempt, about: 'Run 62' }).words).toBe(
      'Tried to decide on a run (run 62). Refused',
    );
    expect(sentenceOf('access.refused', details, { attempt, about: 'PUT /run/:runId/status' }).words).toBe(
      'Tried to decide on a run. Refused',
    );
  });

  it('AUDIT-40 an unknown action of another version has its title', () => {
    expect(sentenceOf('plate.rotate').words).toBe('Plate rotated');
  });
});
