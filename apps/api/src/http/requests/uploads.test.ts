import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { AppError } from '../../errors.ts';
import { receiveUpload, type Upload } from './uploads.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'uploads-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Form {
  readonly parts?: readonly string[];
  readonly type?: string;
  readonly boundary?: string;
  readonly max?: number;
  readonly maxBytes?: number;
  readonly isCut?: boolean;
  /** The client has disconnected before its turn. */
  readonly isGone?: boolean;
  readonly into?: string;
}

/** The form as it was received, or what was wrong with it. */
async function received(form: Form): Promise<Upload | Error> {
  const app = fastify();
  await app.register(multipart);
  const { promise, resolve } = Promise.withResolvers<Upload | Error>();
  const { max = 2, maxBytes = 1024, into = folder } = form;
  app.addContentTypeParser('text/plain', (_request, _body, done) => {
    done(null);
  });
  app.post('/', async (request) => {
    if (form.isGone === true) request.raw.destroy();
    const place = { field: 'files', max, maxBytes, folder: into };
    await receiveUpload(request, place).then(resolve, resolve);
    return '';
  });
  const { parts = [], boundary = 'x', type = `multipart/form-data; boundary=${boundary}` } = form;
  const between = `--${boundary.replaceAll('"', '')}`;
  const end = form.isCut === true ? '' : `${between}--\r\n`;
  const payload = [...parts.map((part) => `${between}\r\n${part}\r\n`), end].join('');
  await app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': type } });
  await app.close();
  return promise;
}

const file = (name: string, content: string, field = 'files'): string =>
  `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n${content}`;
const field = (name: string, value: string): string =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

const stored = async (form: Form): Promise<Upload> => {
  const upload = await received(form);
  if (upload instanceof Error) throw upload;
  return upload;
};
const refusal = async (form: Form): Promise<[code: unknown, message: string]> => {
  const error = await received(form);
  if (!(error instanceof AppError)) throw new Error('the form was not refused', { cause: error });
  return [error.code, error.message];
};

describe('a form', () => {
  it('has its files on disk, for this user alone, each with its name, size and SHA-256', async () => {
    const contents = ['first', ''];
    const { files } = await stored({ parts: [file('a.csv', 'first'), file('b.csv', '')] });
    expect(files).toEqual(
      contents.map((content, index) => ({
        path: path.join(folder, String(index)),
        name: ['a.csv', 'b.csv'][index],
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })),
    );
    expect(await readFile(files[0]!.path, 'utf8')).toBe('first');
    expect((await stat(files[0]!.path)).mode & 0o777).toBe(0o600);
  });

  it('has its fields, of which a repeated one is a list', async () => {
    const { fields, files } = await stored({
      parts: [
        field('one', '1'),
        field('more', 'a'),
        field('more', 'b'),
        field('more', 'c'),
        field('one2', ''),
      ],
    });
    expect([fields, files]).toEqual([{ one: '1', more: ['a', 'b', 'c'], one2: '' }, []]);
  });

  it('may have a quoted boundary, and other parameters beside it', async () => {
    for (const type of [
      'multipart/form-data; boundary="x"',
      'multipart/form-data;boundary=x',
      'multipart/form-data; charset=utf-8; boundary=x; more=1',
      'multipart/form-data; BOUNDARY=x',
      'multipart/form-data; boundary=x ',
    ])
      expect((await stored({ type, parts: [field('one', '1')] })).fields, type).toEqual({ one: '1' });
  });
});

it('the boundary of a form has up to 70 characters, and more of them in quotation marks', async () => {
  const parts = [field('one', '1')];
  const quoted = ['"a:b c"', '"(a+b)"', `"${'x'.repeat(70)}"`];
  for (const boundary of ['x'.repeat(70), "a'b+c_d-e.f0", ...quoted])
    expect((await stored({ boundary, parts })).fields, boundary).toEqual({ one: '1' });
});

describe('the name of an uploaded file', () => {
  it.each([
    ['C:\\plates\\run 7.xlsx', 'run 7.xlsx'],
    ['../../etc/passwd', 'passwd'],
    ['  run.csv ', 'run.csv'],
    ['r\u200bun\u0007.csv', 'run.csv'],
    ['plates/', 'unnamed'],
    ['.', 'unnamed'],
    ['..', 'unnamed'],
    ['.\u200b', 'unnamed'],
    ['.\u200b.', 'unnamed'],
    ['...', '...'],
    ['.csv', '.csv'],
    [`${'x'.repeat(300)}.csv`, `${'x'.repeat(196)}.csv`],
    // Half of a character at the cut is replaced.
    [`𝒳${'x'.repeat(199)}`, `\uFFFD${'x'.repeat(199)}`],
  ])('%j is kept as %j', async (name, kept) => {
    expect((await stored({ parts: [file(name, '1')] })).files[0]?.name).toBe(kept);
  });
});

describe('a form is refused', () => {
  it('unless it is one, with a boundary that RFC 2046 allows', async () => {
    expect(await refusal({ type: 'text/plain' })).toEqual([
      'invalid-request',
      'This API call requires a multipart form.',
    ]);
    for (const boundary of ['', '""', 'x'.repeat(71), `"${'x'.repeat(71)}"`, '"x "', 'a b', 'x@'])
      expect(await refusal({ type: `multipart/form-data; boundary=${boundary}` }), boundary).toEqual([
        'invalid-request',
        'The form has no valid boundary. Expected 1 to 70 letters, digits and punctuation marks.',
      ]);
    expect((await refusal({ type: 'multipart/form-data; notboundary=x' }))[1]).toMatch(/no valid boundary/);
  });

  it('if its client has disconnected before its turn', async () => {
    expect(await refusal({ parts: [field('one', '1')], isGone: true })).toEqual([
      'invalid-request',
      'The client disconnected before its upload.',
    ]);
  });

  it('if it has a file in another field', async () => {
    expect(await refusal({ parts: [file('a.csv', '1', 'other')] })).toEqual([
      'invalid-request',
      'Send files in the field "files".',
    ]);
  });

  it('with a file that is larger than allowed, by its name', async () => {
    const megabyte = 1024 * 1024;
    const parts = (size: number) => [file('plates/a.csv', 'x'.repeat(size))];
    expect((await stored({ parts: parts(megabyte), maxBytes: megabyte })).files[0]?.size).toBe(megabyte);
    expect(await refusal({ parts: parts(megabyte + 1), maxBytes: megabyte })).toEqual([
      'file-too-large',
      'a.csv is larger than 1 MiB.',
    ]);
  });

  it('if it has more files, or fields, than allowed', async () => {
    const files = (count: number) => Array.from({ length: count }, (_, i) => file(`${i}`, '1'));
    expect((await stored({ parts: files(2) })).files).toHaveLength(2);
    expect(await received({ parts: files(3) })).toMatchObject({ statusCode: 413 });
    const fields = (count: number) => Array.from({ length: count }, (_, i) => field(`${i}`, '1'));
    expect(Object.keys((await stored({ parts: fields(20) })).fields)).toHaveLength(20);
    expect(await received({ parts: fields(21) })).toMatchObject({ statusCode: 413 });
    expect((await stored({ parts: [...fields(20), ...files(2)] })).files).toHaveLength(2);
  });

  it('with a field whose value is too long', async () => {
    const limit = 64 * 1024;
    expect(await refusal({ parts: [field('one', 'x'.repeat(limit + 1))] })).toEqual([
      'invalid-request',
      'A field of the form is too long.',
    ]);
    const fits = await stored({ parts: [field('one', 'x'.repeat(limit - 1))] });
    expect(fits.fields).toEqual({ one: 'x'.repeat(limit - 1) });
  });

  it('with parts that cannot be read, in the words of the parser', async () => {
    const fault = await received({ parts: [file('a.csv', '1')], isCut: true });
    expect(fault).toBeInstanceOf(AppError);
    const { message } = (fault as AppError).cause as Error;
    expect(fault).toMatchObject({
      code: 'invalid-request',
      message: `The form could not be read: ${message}.`,
    });
  });
});

describe('a fault of the disk is no fault of the form', () => {
  it('and has its own message if the disk is full', async () => {
    const full = await mkdtemp(path.join(folder, 'full-'));
    await symlink('/dev/full', path.join(full, '0'));
    expect(await received({ parts: [file('a.csv', '1')], into: full })).toMatchObject({
      code: 'storage-full',
      message: 'The disk is full and nothing was stored. Contact an administrator.',
      cause: { code: 'ENOSPC' },
    });
  });

  it('and any other fault is passed on', async () => {
    const fault = await received({ parts: [file('a.csv', '1')], into: path.join(folder, 'missing') });
    expect(fault).toMatchObject({ code: 'ENOENT' });
    expect(fault).not.toBeInstanceOf(AppError);
  });
});
