import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { MAX_UPLOAD_BYTES } from '@curvewell/contracts';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import { AppError } from '../../errors.ts';
import type { UploadedFile } from '../../formats/uploaded-file.ts';

export interface Upload {
  readonly files: readonly UploadedFile[];
  readonly fields: Readonly<Record<string, unknown>>;
}

interface Place {
  /** The name of the file field, and the maximum number of files. */
  readonly field: string;
  readonly max: number;
  /** For each file. */
  readonly maxBytes?: number;
  /** The target folder, which the caller removes. */
  readonly folder: string;
}

const MAX_NAME_LENGTH = 200;
/** RFC 2046, 5.1.1. */
const BOUNDARY = /;\s*boundary=(?:"[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]"|[\w'+\-.]{1,70})\s*(?:;|$)/i;

/**
 * Streams the parts of a multipart request to disk and hashes them, so that no file is completely in memory.
 *
 * @throws AppError `invalid-request` for a malformed or incomplete form
 */
export async function receiveUpload(request: FastifyRequest, place: Place): Promise<Upload> {
  if (!request.isMultipart())
    throw new AppError('invalid-request', 'This API call requires a multipart form.');
  if (!BOUNDARY.test(request.headers['content-type'] ?? ''))
    throw new AppError(
      'invalid-request',
      'The form has no valid boundary. Expected 1 to 70 letters, digits and punctuation marks.',
    );
  // The parser would wait forever for the end of a request that was cut before it started.
  if (request.raw.destroyed)
    throw new AppError('invalid-request', 'The client disconnected before its upload.');
  try {
    return await receiveParts(request, place);
  } catch (error) {
    throw asFormFault(error);
  }
}

async function receiveParts(
  request: FastifyRequest,
  { field, max, maxBytes = MAX_UPLOAD_BYTES, folder }: Place,
): Promise<Upload> {
  const files: UploadedFile[] = [];
  const fields = new Map<string, unknown>();
  const limits = {
    files: max,
    fileSize: maxBytes,
    fields: 20,
    fieldSize: 64 * 1024,
    headerPairs: 20,
    parts: max + 20,
  };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      if (part.fieldname !== field)
        throw new AppError('invalid-request', `Send files in the field "${field}".`);
      files.push(await store(part, { target: path.join(folder, String(files.length)), maxBytes }));
    } else {
      if (part.valueTruncated) throw new AppError('invalid-request', 'A field of the form is too long.');
      addField(fields, part.fieldname, part.value);
    }
  }
  return { files, fields: Object.fromEntries(fields) };
}

/** The form parser throws plain errors; disk errors have a system call. */
function asFormFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError || 'statusCode' in error) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError(
      'storage-full',
      'The disk is full and nothing was stored. Contact an administrator.',
      {
        cause: error,
      },
    );
  if (syscall !== undefined) return error;
  return new AppError('invalid-request', `The form could not be read: ${error.message}.`, { cause: error });
}

/** A repeated field becomes a list. */
function addField(fields: Map<string, unknown>, name: string, value: unknown): void {
  const former = fields.get(name);
  const isFirst = !fields.has(name);
  fields.set(name, isFirst ? value : [...(Array.isArray(former) ? (former as unknown[]) : [former]), value]);
}

async function store(
  part: MultipartFile,
  { target, maxBytes }: { readonly target: string; readonly maxBytes: number },
): Promise<UploadedFile> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const name = cleanName(part.filename);
  await pipeline(part.file, measure, createWriteStream(target, { mode: 0o600 }));
  if (part.file.truncated) {
    throw new AppError('file-too-large', `${name} is larger than ${maxBytes / 1024 / 1024} MiB.`);
  }
  return { path: target, name, size, sha256: hash.digest('hex') };
}

/** The last part of a path, without characters that file systems or headers reject. */
function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return clean === '' || clean === '.' || clean === '..'
    ? 'unnamed'
    : clean.slice(-MAX_NAME_LENGTH).toWellFormed();
}
