import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import {
  auditExportSchema,
  canonicalJson,
  type AuditSlice,
  type DecisionRecord,
  type SigningKey,
} from '@curvewell/domain';
import { verifyRecord, verifyTrail } from '@curvewell/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signHead } from '../src/features/audit/heads/signed-head.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';
import { unzip, zipped, type Parts } from './zip-parts.ts';
import { wellsSet } from './change-wells.ts';
import { WHOLE_RESULTS } from './whole-results.ts';

let test: TestApp;
let runId: string;
let record: Buffer;
let parts: Parts;
let key: string;

beforeAll(async () => {
  test = await createTestApp();
  ({ id: runId } = await interpretedRun(test));
  await submit(test, runId);
  await decide(test, runId);
  const answer = await test.call('physician', 'POST', `/run/export/${runId}/record`);
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  record = answer.rawPayload;
  parts = await unzip(record);
  key = json<SigningKey[]>(parts, 'keys.json')[0]?.publicKey ?? '';
});
afterAll(() => test.close());

/** A parsed part of the record. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the content of a part
const json = <T>(of: Parts, name: string): T => JSON.parse(of.get(name)?.toString() ?? 'null') as T;
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

type Tampering = readonly [what: string, part: RegExp, change: (of: Parts) => void];

/** Replaces a part and updates the manifest, as an informed attacker would. */
function put(of: Parts, name: string, bytes: Buffer | string): void {
  of.set(name, Buffer.from(bytes));
  fitManifest(of);
}

function fitManifest(of: Parts): void {
  const signed = json<{ manifest: { parts: unknown[] }; signature: string }>(of, 'manifest.json');
  signed.manifest.parts = [...of]
    .filter(([name]) => name !== 'manifest.json')
    .map(([name, bytes]) => ({ name, size: bytes.length, sha256: sha256(bytes) }));
  of.set('manifest.json', Buffer.from(JSON.stringify(signed)));
}

/** Changes the record and updates every hash that needs no key. */
function changedRecord(change: (document: DecisionRecord) => unknown): (of: Parts) => void {
  return (of) => {
    const document = json<DecisionRecord>(of, 'record.json');
    change(document);
    const text = canonicalJson(document);
    const signature = json<{ statement: { recordHash: string } }>(of, 'signature.json');
    signature.statement.recordHash = sha256(text);
    put(of, 'signature.json', JSON.stringify(signature));
    put(of, 'record.json', text);
  };
}

const changedJson =
  <T>(name: string, change: (document: T) => unknown) =>
  (of: Parts): void => {
    const document = json<T>(of, name);
    change(document);
    put(of, name, JSON.stringify(document));
  };

const flipped = (name: string, at: number) => (of: Parts) => {
  const bytes = Buffer.from(of.get(name) ?? '');
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  of.set(name, bytes);
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends object ? Mutable<T[K]> : T[K] };
const first = <T>(items: readonly T[]): Mutable<T> => {
  const [item] = items;
  if (item === undefined) throw new Error('there is nothing to change');
  return item;
};
const original = (of: Parts) => [...of.keys()].find((name) => name.startsWith('original-1-')) ?? '';

const ofRecord: readonly (readonly [string, (document: Mutable<DecisionRecord>) => unknown])[] = [
  ['a result', ({ wells }) => (first(wells).result = 'TEST OK')],
  [
    'a reason',
    ({ wells }) => (wells.find(({ explanation }) => explanation !== null)!.explanation!.score = 1),
  ],
  ['a name of a sample', ({ wells }) => (first(wells).name = 'S-99')],
  ['a sample type', ({ wells }) => (first(wells).sampleType = 'DNA')],
  ['a position', ({ wells }) => (first(wells).position = 'H12')],
  ['a well less', ({ wells }) => wells.pop()],
  ['a well twice', ({ wells }) => wells.push(wells[0]!)],
  [
    'a comment more',
    ({ comments, run }) =>
      comments.push({
        id: run.id,
        well: null,
        by: run.createdBy,
        value: 'x',
        at: run.importedAt,
        editedAt: null,
      }),
  ],
  ['who decided', ({ run }) => (run.decidedBy.name = 'Somebody Else')],
  ['when it was decided', ({ run }) => (run.decidedAt = '2020-01-01T00:00:00.000000Z')],
  ['what was decided', ({ run }) => (run.status = 'REJECTED')],
  ['who submitted', ({ run }) => (run.submittedBy.name = 'Somebody Else')],
  ['the number of the run', ({ run }) => (run.businessId = 99)],
  ['the plate', ({ run }) => (run.plateId = 'other')],
  ['the instrument', ({ run }) => (run.instrumentName = 'other')],
  ['the hash of a file', ({ files }) => (first(files).sha256 = 'a'.repeat(64))],
  ['the name of a file', ({ files }) => (first(files).name = 'other.xlsx')],
  ['a file less', ({ files }) => files.pop()],
  ['the hash of readings', ({ curves }) => (first(curves).valuesSha256 = 'b'.repeat(64))],
  ['the algorithm', ({ interpretation }) => (interpretation.algorithmVersion = '0.0.1')],
  ['the software', ({ interpretation }) => (interpretation.softwareVersion = '9.9.9')],
  ['the settings', ({ interpretation }) => (interpretation.configurationSha256 = 'c'.repeat(64))],
  ['the answer of a check', ({ decisions }) => (first(decisions).reason = 'because')],
  ['a decision less', ({ decisions }) => decisions.shift()],
  [
    'the comment of a result',
    ({ wells }) => (first(wells.flatMap(({ diagnostics }) => diagnostics)).reason = 'x'),
  ],
];

interface Signed {
  statement: Record<string, unknown> & { signer: { name: string }; entry: { number: number } };
  signature: string;
}

const TAMPERINGS: readonly Tampering[] = [
  ...ofRecord.map(([what, change]): Tampering => [
    `${what}, in a record that is hashed again`,
    /^signature\.json$/,
    changedRecord(change as never),
  ]),
  [
    'a byte of the original',
    /^original-1-/,
    (of) => {
      flipped(original(of), 2_000)(of);
    },
  ],
  [
    'the last byte of the original',
    /^original-1-/,
    (of) => {
      flipped(original(of), -1)(of);
    },
  ],
  [
    'another original, noted in the manifest',
    /^original-1-/,
    (of) => {
      put(of, original(of), 'other');
    },
  ],
  ['no original', /^original/, (of) => of.delete(original(of))],
  ['an original more', /^original-2/, (of) => of.set('original-2-more.xlsx', Buffer.from('more'))],
  [
    'an original more, noted',
    /^original-2/,
    (of) => {
      put(of, 'original-2-more.xlsx', 'more');
    },
  ],
  [
    'a byte of the report',
    /^report\.pdf$/,
    (of) => {
      flipped('report.pdf', 500)(of);
    },
  ],
  [
    'another report, noted in the manifest',
    /^manifest\.json$/,
    (of) => {
      put(of, 'report.pdf', '%PDF-1.7');
    },
  ],
  ['no report', /^report\.pdf$/, (of) => of.delete('report.pdf')],
  ['no signature', /^the file$/, (of) => of.delete('signature.json')],
  ['no record', /^the file$/, (of) => of.delete('record.json')],
  ['a part more', /^notes\.txt$/, (of) => of.set('notes.txt', Buffer.from('x'))],
  [
    'blanks in the record',
    /^record\.json$/,
    (of) => {
      put(of, 'record.json', ` ${of.get('record.json')?.toString() ?? ''}`);
    },
  ],
  [
    'who signed',
    /^signature\.json$/,
    changedJson<Signed>('signature.json', ({ statement }) => (statement.signer.name = 'Somebody Else')),
  ],
  [
    'when it was signed',
    /^signature\.json$/,
    changedJson<Signed>('signature.json', ({ statement }) => (statement['at'] = '2020-01-01T00:00:00.000Z')),
  ],
  [
    'what it means',
    /^signature\.json$/,
    changedJson<Signed>(
      'signature.json',
      ({ statement }) => (statement['meaning'] = 'reviewed and rejected'),
    ),
  ],
  [
    'the entry that it names',
    /^(signature|audit)\.json$/,
    changedJson<Signed>('signature.json', ({ statement }) => (statement.entry.number += 1)),
  ],
  [
    'a bit of the signature',
    /^signature\.json$/,
    changedJson<Signed>(
      'signature.json',
      (document) =>
        (document.signature = `${document.signature.startsWith('A') ? 'B' : 'A'}${document.signature.slice(1)}`),
    ),
  ],
  [
    'another key',
    /^keys\.json$/,
    changedJson<Mutable<SigningKey>[]>('keys.json', (keys) =>
      Object.assign(first(keys), { publicKey: Buffer.alloc(32, 7).toString('base64') }),
    ),
  ],
  [
    'a word of an entry',
    /^audit\.json$/,
    changedJson<Mutable<AuditSlice>>(
      'audit.json',
      ({ links }) => (links.at(-1)!.entry!.actor.name = 'Somebody Else'),
    ),
  ],
  [
    'an entry less',
    /^audit\.json$/,
    changedJson<Mutable<AuditSlice>>('audit.json', ({ links }) => links.splice(1, 1)),
  ],
  [
    'two entries in the other order',
    /^audit\.json$/,
    changedJson<Mutable<AuditSlice>>('audit.json', ({ links }) => links.reverse()),
  ],
  [
    'the last entry less',
    /^audit\.json$/,
    changedJson<Mutable<AuditSlice>>('audit.json', ({ links }) => links.pop()),
  ],
  [
    'the head of the trail',
    /^audit\.json$/,
    changedJson<Mutable<AuditSlice>>('audit.json', ({ head }) => (head.head.at = '2020-01-01T00:00:00.000Z')),
  ],
  [
    'the analyser that reads',
    /^manifest\.json$/,
    changedJson<{ profile: { name: string } }>('reading.json', ({ profile }) => (profile.name = 'other')),
  ],
];

describe('TRUST-40 API-240 a portable record', () => {
  it('is valid for anyone with the laboratory’s key', async () => {
    const findings = await verifyRecord(record, key);
    expect(findings.filter(({ state }) => state !== 'holds')).toEqual([]);
    expect(findings.map(({ text }) => text).join('\n')).toMatch(
      /Recomputed by algorithm .*: all 4 results and their reasons are the same/,
    );
  });

  it('TRUST-306 is valid if each result follows from the trail, and otherwise names the well', async () => {
    const follows = (findings: Awaited<ReturnType<typeof verifyRecord>>) =>
      findings
        .filter(({ text }) => /from the audit trail|audit trail explains/.test(text))
        .map(({ state, text }) => `${state}: ${text}`);
    expect(follows(await verifyRecord(record, key))).toEqual([
      'holds: The audit trail explains the final result of each well: 0 overrides and 0 comments, each with its entry.',
    ]);
    // As an attacker with the installation's key could sign it.
    const changed = new Map(parts);
    changedRecord(({ wells, run }) => {
      const [a1, a2] = wells as Mutable<DecisionRecord['wells']>;
      a1!.result = 'NEGATIVE';
      a2!.diagnostics.push({ ...a2!.diagnostics[0]!, state: 'UPDATED', by: run.decidedBy });
    })(changed);
    const texts = follows(await verifyRecord(await zipped(changed), key)).join('\n');
    expect(texts).toMatch(
      /fails: A1 FAM: result: expected .* from the audit trail, the record contains NEGATIVE/,
    );
    expect(texts).toMatch(/fails: A2 FAM: override: .* by Ingrid Lindqvist, without an entry/);
    expect(texts).toMatch(/fails: Interpretation: as it was interpreted/);
  });

  it('TRUST-322 distinguishes another build of the algorithm from a result that differs from the call', async () => {
    const calledAgain = async (change: (document: DecisionRecord) => unknown) => {
      const changed = new Map(parts);
      changedRecord(change)(changed);
      const findings = await verifyRecord(await zipped(changed), key);
      return findings
        .filter(({ text }) => /[Rr]ecomputed/.test(text))
        .map(({ state, text }) => `${state}: ${text}`);
    };
    const otherBuild = ({ interpretation }: Mutable<DecisionRecord>) =>
      (interpretation.engineSha256 = 'd'.repeat(64));
    const otherReason = ({ wells }: Mutable<DecisionRecord>) =>
      (first(first(wells).explanation?.phases ?? []).noise = 0.1);
    const both = (document: Mutable<DecisionRecord>) => [otherBuild(document), otherReason(document)];
    expect(await calledAgain(otherBuild as never)).toEqual([
      expect.stringMatching(/^holds: .*though by another build \(engine d{12}\): all 4 results/),
    ]);
    expect(await calledAgain(otherReason as never)).toEqual([
      expect.stringMatching(/^fails: A1, FAM: the recomputed call/),
    ]);
    expect(await calledAgain(both as never)).toEqual([
      expect.stringMatching(
        /^unsure: A1, FAM: the recomputed call .* by another build of 1\.\d\.0 \(engine d{12}\)/,
      ),
    ]);
  });

  it('TRUST-71 contains a report that states what was signed; differences of a report made from other rows are named', async () => {
    expect((await verifyRecord(record, key)).find(({ part }) => part === 'report.pdf')).toMatchObject({
      state: 'holds',
      text: expect.stringContaining('It matches what was signed: 4 results') as string,
    });
    const A2 = `(SELECT id::text FROM well WHERE run_id = :run AND position = 'A2')`;
    const A2_COLOR = `(results #>> ARRAY['wells', ${A2}, 'color'])`;
    const changes = [
      wellsSet(`w.position = 'A1'`, { name: 'S-99' }),
      `UPDATE interpretation SET explanation_text = NULL, results = jsonb_set(jsonb_set(${WHOLE_RESULTS}, ARRAY['colors', ${A2_COLOR}, 'diagnosticLabel'],
         '"Other"'), ARRAY['wells', ${A2}, 'explanation', 'phases', '0', 'noise'], '99') WHERE run_id = :run`,
      `UPDATE run SET decided_by_name = 'Somebody Else', plate_id = 'P-9' WHERE id = :run`,
      `UPDATE run_decision SET "check" = jsonb_set("check", '{signed,byName}', '"Somebody Else"') WHERE run_id = :run`,
      `INSERT INTO comment (id, run_id, laboratory_id, author_id, author_name, value)
       SELECT gen_random_uuid(), id, laboratory_id, created_by_id, created_by_name, 'Fine' FROM run WHERE id = :run`,
    ];
    await test.db.$transaction([
      test.db.$executeRaw`SET LOCAL session_replication_role = replica`,
      ...changes.map((change) => test.db.$executeRawUnsafe(change.replaceAll(':run', `'${runId}'`))),
    ]);
    const answer = await test.call('physician', 'POST', `/run/export/${runId}/record`);
    const failed = (await verifyRecord(answer.rawPayload, key)).filter(({ state }) => state === 'fails');
    expect([...new Set(failed.map(({ part }) => part))]).toEqual(['report.pdf']);
    const texts = failed.map(({ text }) => text).join('\n');
    for (const what of [
      /^A1 FAM: name: signed .*, the report contains S-99\.$/m,
      /^A2 FAM: result, label: .* the report contains Other\.$/m,
      /^A2 FAM: explanation, phases, 1, noise: .* the report contains 99\.$/m,
      /^Run: decided, name: signed Ingrid Lindqvist, the report contains Somebody Else\.$/m,
      /^Run: plate id: /m,
      /^Check: signed, by name: signed Ingrid Lindqvist, the report contains Somebody Else\.$/m,
      /^Comments: 1: signed nothing, the report contains .*Fine/m,
    ])
      expect(texts).toMatch(what);
  });

  it('says that the key is unknown without one, and refuses another one', async () => {
    expect((await verifyRecord(record, null)).filter(({ state }) => state !== 'holds')).toEqual([
      { part: 'keys.json', state: 'unsure', text: expect.stringContaining('Signed by the key') as string },
    ]);
    const other = await verifyRecord(record, Buffer.alloc(32, 9).toString('base64'));
    expect(other.filter(({ state }) => state === 'fails').map(({ part }) => part)).toContain('keys.json');
  });

  it('can be exported by users who decide, for decided runs only, and is audited', async () => {
    const refused = await test.call('tech', 'POST', `/run/export/${runId}/record`);
    expect(refused.statusCode).toBe(403);
    const { id } = await interpretedRun(test, { seed: 2 });
    const early = await test.call('physician', 'POST', `/run/export/${id}/record`);
    expect([early.statusCode, early.json<{ message: string }>().message]).toEqual([
      400,
      'Only a run that was approved or rejected has a signed record.',
    ]);
    const noted = await test.db.auditEvent.findFirst({ where: { entityId: runId, action: 'run.export' } });
    expect(noted?.details).toMatchObject({ format: 'RECORD' });
  });
});

it('AUDIT-03 AUDIT-10 exported entries are valid on their own, and match a head exported before', async () => {
  const answer = await test.call('quality', 'GET', '/audit/export?format=json&what=decisions');
  const verdictOf = (exported: string, heads: readonly string[] = []) =>
    verifyTrail(exported, { trustedKey: key, heads }).find(({ state }) => state !== 'holds')?.text ?? 'holds';
  expect(verdictOf(answer.body)).toBe('holds');
  expect(verdictOf(answer.body.replace('Ingrid Lindqvist', 'Somebody Else'))).toMatch(/was altered/);
  const [slice] = auditExportSchema.parse(answer.json()).slices;
  const { number = 0, hash = '' } = slice?.links.at(-1) ?? {};
  const headOf = async (place: { readonly number: number; readonly hash: string }) =>
    JSON.stringify(await signHead(test.app, { chain: slice?.chain ?? null, ...place }));
  expect(verdictOf(answer.body, [await headOf({ number, hash })])).toBe('holds');
  // The trail after its end was cut off, and after it was rewritten.
  expect(verdictOf(answer.body, [await headOf({ number: number + 3, hash })])).toMatch(/cut off/);
  expect(verdictOf(answer.body, [await headOf({ number, hash: 'a'.repeat(64) })])).toMatch(
    /its hash differs/,
  );
});

async function verifyCommand(...args: string[]): Promise<{ output: string; code: number | null }> {
  const command = fileURLToPath(new URL('../../verify/src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [command, ...args]);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { output: await text(child.stdout), code: await ended };
}

describe('TRUST-42 the command that verifies a record', () => {
  const run = verifyCommand;

  const ALL_PASSED = 'All checks passed.';

  it('TRUST-423 calculates the SHA-256 of the settings as docs/record-format describes', () => {
    const { interpretation, files } = json<DecisionRecord>(parts, 'record.json');
    expect(interpretation.configurationSha256).toBe(sha256(canonicalJson(interpretation.configuration)));
    expect(interpretation.inputSha256).toBe(sha256(files.map((one) => one.sha256).join('\n')));
  });

  it('reports part by part what is valid, and ends with 1 if a part is not', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-record-'));
    const file = path.join(folder, 'run.record.zip');
    await writeFile(file, record);
    await writeFile(path.join(folder, 'key'), `${key}\n`);
    const whole = await run(file, '--key', path.join(folder, 'key'));
    expect([whole.code, whole.output]).toEqual([0, expect.stringContaining(ALL_PASSED)]);

    const changed = new Map(parts);
    flipped(original(changed), 2_000)(changed);
    await writeFile(file, await zipped(changed));
    const broken = await run(file, '--key', key);
    expect(broken.code).toBe(1);
    expect(broken.output).toMatch(/✗ FAILS {3}original-1-.* It differs from the imported file/);
    expect((await run()).code).toBe(2);
    await rm(folder, { recursive: true });
  });

  it('TRUST-421 ends with 3 without a key, and never says that everything is valid', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-record-'));
    const file = path.join(folder, 'run.record.zip');
    await writeFile(file, record);
    const unsure = await run(file);
    expect(unsure.code).toBe(3);
    expect(unsure.output).toMatch(/The result is undecided: 1 of \d+/);
    expect(unsure.output).not.toContain(ALL_PASSED);
    await rm(folder, { recursive: true });
  });
});

describe('TRUST-671 what was asked for is checked, or named as not checked', () => {
  const stateOf = (exported: string) =>
    verifyTrail(exported, { trustedKey: key, heads: [] }).find(({ state }) => state !== 'holds');

  it('an exported trail without entries is undecided', async () => {
    const answer = await test.call('quality', 'GET', '/audit/export?format=json&what=decisions');
    const empty = { ...auditExportSchema.parse(answer.json()), slices: [] };
    expect(stateOf(JSON.stringify(empty))).toMatchObject({
      state: 'unsure',
      text: 'It contains no entries.',
    });
  });

  it('a record without a time stamp is undecided, if the authorities are given', async () => {
    const stamps = async (authorities: readonly string[] | null) =>
      (await verifyRecord(record, key, authorities)).filter(({ part }) => part === 'signature.tst');
    expect(await stamps(null)).toEqual([]);
    expect(await stamps(['any'])).toMatchObject([{ state: 'unsure' }]);
  });

  it('the command refuses an option that the file has no use for', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-record-'));
    const [zip, trail, other] = ['run.zip', 'audit.json', 'other'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(zip, record);
    const answer = await test.call('quality', 'GET', '/audit/export?format=json&what=decisions');
    await writeFile(trail, answer.body);
    await writeFile(other, '{}');
    expect(await verifyCommand(zip, '--key', key, '--head', other)).toMatchObject({ code: 2, output: '' });
    expect(await verifyCommand(trail, '--key', key, '--time-stamp-ca', other)).toMatchObject({ code: 2 });
    expect(await verifyCommand(trail, '--key', key)).toMatchObject({ code: 0 });
    await rm(folder, { recursive: true });
  });
});

describe('TRUST-41 an altered portable record', () => {
  it(`is detected in ${TAMPERINGS.length} ways`, () => {
    expect(TAMPERINGS.length).toBeGreaterThanOrEqual(50);
  });

  it.each(TAMPERINGS)('is reported by part: %s', async (_what, part, change) => {
    const changed = new Map(parts);
    change(changed);
    const findings = await verifyRecord(await zipped(changed), key);
    const failed = findings.filter(({ state }) => state === 'fails').map((finding) => finding.part);
    expect(
      failed.some((name) => part.test(name)),
      failed.join(', '),
    ).toBe(true);
  });

  it('is reported if the file is truncated, or not a record', async () => {
    for (const bytes of [record.subarray(0, -500), Buffer.from('no zip')])
      expect((await verifyRecord(bytes, key)).map(({ part, state }) => [part, state])).toEqual([
        ['the file', 'fails'],
      ]);
  });
});
