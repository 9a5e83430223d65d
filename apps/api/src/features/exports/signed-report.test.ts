import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { OctetString, Sequence } from 'asn1js';
import { ContentInfo, SignedData } from 'pkijs';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { hasOpenssl, startTimeAuthority } from '../../../test/time-authority.ts';
import { decide, interpretedRun, submit } from '../../../test/run-factory.ts';
import { unzip } from '../../../test/zip-parts.ts';
import { systemClock } from '../../clock.ts';
import { openTimeStamps } from '../../signing/time-stamps.ts';
import { readHouseCertificate } from '../../house-certificate/house-certificate.ts';

const HOUSES = fileURLToPath(new URL('../../../test/house-certificates/', import.meta.url));
const KINDS = ['rsa', 'ecdsa'] as const;

const tests: Partial<Record<(typeof KINDS)[number], { readonly test: TestApp; readonly runId: string }>> = {};
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-signed-'));
  for (const kind of KINDS) {
    const file = { certificate: path.join(HOUSES, `${kind}.p12`), key: null, passphrase: 'house' };
    const test = await createTestApp({ houseCertificate: await readHouseCertificate(file, systemClock) });
    const { id: runId } = await interpretedRun(test);
    await submit(test, runId);
    expect((await decide(test, runId)).statusCode).toBe(200);
    tests[kind] = { test, runId };
  }
});
afterAll(async () => {
  for (const { test } of Object.values(tests)) await test.close();
  await rm(folder, { recursive: true });
});

async function reportOf(kind: (typeof KINDS)[number], request: object = {}): Promise<Buffer> {
  const { test, runId } = tests[kind] ?? {};
  const answer = await test?.call('tech', 'POST', `/run/export/${runId}`, { format: 'PDF', ...request });
  expect(answer?.statusCode).toBe(200);
  return answer?.rawPayload ?? Buffer.alloc(0);
}

/** The signed bytes and the signature. */
function signatureIn(pdf: Buffer) {
  const text = pdf.toString('latin1');
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(text)?.slice(1).map(Number) ?? [];
  const [from = 0, first = 0, second = 0, rest = 0] = range;
  const content = Buffer.concat([pdf.subarray(from, first), pdf.subarray(second, second + rest)]);
  const hex = text.slice(first + 1, second - 1);
  return { range, content, cms: Buffer.from(hex, 'hex') };
}

function digestIn(cms: Buffer): Buffer {
  // The rest of the reserved room is filled with zeros.
  const info = new SignedData({ schema: ContentInfo.fromBER(cms).content }).signerInfos[0];
  const digest = info?.signedAttrs?.attributes.find(({ type }) => type === '1.2.840.113549.1.9.4');
  const value = digest?.values[0] as OctetString | undefined;
  return Buffer.from(value?.valueBlock.valueHexView ?? []);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

describe.each(KINDS)('a report signed with a key of kind %s', (kind) => {
  it.each([
    ['with all pages', {}],
    ['as a plate', { isExportAsPlate: true }],
  ])('TRUST-473 is signed completely: %s', async (_, request) => {
    const pdf = await reportOf(kind, request);
    const { range, content, cms } = signatureIn(pdf);
    expect([range[0], (range[2] ?? 0) + (range[3] ?? 0)]).toEqual([0, pdf.length]);
    // The signature covers everything except itself.
    expect(pdf.length - content.length).toBe(cms.length * 2 + 2);
    expect(digestIn(cms)).toEqual(sha256(content));
    content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
    expect(digestIn(cms)).not.toEqual(sha256(content));
  });

  it('TRUST-474 names the organisation and the reason, and not the person who decided', async () => {
    const pdf = await reportOf(kind);
    const document = await getDocumentProxy(new Uint8Array(pdf));
    const signature = pdf.toString('latin1').match(/<<\s*\/Type \/Sig[\s\S]*?>>/)?.[0] ?? '';
    expect(signature).toContain(`/Name (Laboratory seal \\(${kind}\\))`);
    expect(signature).toContain(
      '/Reason (Issued by the organisation: shows whether the report was altered afterwards)',
    );
    expect(signature).toMatch(/\/SubFilter \/ETSI\.CAdES\.detached[\s\S]*\/M \(D:\d{14}Z\)/);
    expect(signature).not.toMatch(/Ingrid|Lindqvist/);
    const fields = await document.getFieldObjects();
    expect(Object.keys(fields ?? {})).toEqual(['Seal']);
  });
});

it('TRUST-473 each report of a zip, and that of a record, is signed', async () => {
  const zip = await unzip(await reportOf('ecdsa', { groupByWellName: true }));
  expect(zip.size).toBe(4);
  for (const pdf of zip.values()) {
    const { content, cms } = signatureIn(Buffer.from(pdf));
    expect(digestIn(cms)).toEqual(sha256(content));
  }
  const { test, runId } = tests.ecdsa ?? {};
  const record = await test?.call('physician', 'POST', `/run/export/${runId}/record`);
  const report = (await unzip(record?.rawPayload ?? Buffer.alloc(0))).get('report.pdf');
  const { content, cms } = signatureIn(Buffer.from(report ?? ''));
  expect(digestIn(cms)).toEqual(sha256(content));
});

it('TRUST-475 reports are refused once the certificate has expired', async () => {
  const { test, runId } = tests.rsa ?? {};
  if (test === undefined) throw new Error('there is no run');
  const file = { certificate: path.join(HOUSES, 'rsa.p12'), key: null, passphrase: 'house' };
  const house = await readHouseCertificate(file, systemClock);
  const later = await createTestApp({ beside: test, houseCertificate: { ...house, validTo: new Date(0) } });
  const answer = await later.call('tech', 'POST', `/run/export/${runId}`, { format: 'PDF' });
  const csv = await later.call('tech', 'POST', `/run/export/${runId}`, { format: 'CSV' });
  await later.close();
  expect([answer.statusCode, answer.json()]).toMatchObject([
    409,
    { code: 'not-configured', message: expect.stringMatching(/expired on 1970-01-01/) as string },
  ]);
  expect(csv.statusCode).toBe(200);
});

/** Whether a program is installed. */
const has = (program: string) => spawnSync(program, ['-v']).error === undefined;

describe.skipIf(!has('pdfsig'))('verified by pdfsig (skipped without poppler-utils)', () => {
  it.each(KINDS)('TRUST-476 is valid, and a changed byte is detected: %s', async (kind) => {
    const pdf = await reportOf(kind);
    const check = async (bytes: Buffer) => {
      const file = path.join(folder, `${kind}.pdf`);
      await writeFile(file, bytes);
      return spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' }).stdout;
    };
    const output = await check(pdf);
    expect(output).toMatch(/Signature Type: ETSI\.CAdES\.detached/);
    expect(output).toMatch(/Total document signed/);
    expect(output).toMatch(/Signature Validation: Signature is Valid/);
    const changed = Buffer.from(pdf);
    const at = changed.indexOf('Curvewell');
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(await check(changed)).toMatch(/Signature Validation: Digest Mismatch/);
  });
});

describe.skipIf(!hasOpenssl)('with a time stamp authority (skipped without openssl)', () => {
  it('TRUST-478 a report is stamped over its signature; without a response it is exported unstamped, and its entry states why', async () => {
    const { test, runId } = tests.ecdsa ?? {};
    if (test === undefined || runId === undefined) throw new Error('there is no run');
    const file = { certificate: path.join(HOUSES, 'ecdsa.p12'), key: null, passphrase: 'house' };
    const authority = await startTimeAuthority();
    const environment = { TIME_STAMP_URL: authority.url, TIME_STAMP_CA_FILE: authority.caFile };
    const houseCertificate = await readHouseCertificate(file, systemClock);
    const stamping = await createTestApp({ beside: test, houseCertificate, environment });
    const report = async () => {
      const answer = await stamping.call('tech', 'POST', `/run/export/${runId}`, { format: 'PDF' });
      expect(answer.statusCode).toBe(200);
      const [info] = new SignedData({
        schema: ContentInfo.fromBER(signatureIn(answer.rawPayload).cms).content,
      }).signerInfos;
      const entry = await test.db.auditEvent.findFirst({
        where: { action: 'run.export', entityId: runId },
        orderBy: { id: 'desc' },
      });
      return { info, details: entry?.details };
    };

    const { info, details } = await report();
    const token = info?.unsignedAttrs?.attributes[0]?.values[0] as Sequence | undefined;
    const timeStamps = await openTimeStamps({ url: null, login: null, caFile: authority.caFile });
    const signature = Buffer.from(info?.signature.valueBlock.valueHexView ?? []);
    await timeStamps.check(Buffer.from(token?.toBER() ?? new ArrayBuffer(0)), signature);
    expect(details).not.toHaveProperty('unstamped');

    authority.be('away');
    const without = await report();
    expect(without.info?.unsignedAttrs).toBeUndefined();
    expect(without.details).toMatchObject({
      unstamped: expect.stringMatching(/time stamp authority/) as string,
    });
    await stamping.close();
    await authority.close();
  });
});
