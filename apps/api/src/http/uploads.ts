import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { MAX_UPLOAD_BYTES } from '@curvewell/contracts';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import { AppError } from '../errors.ts';

/** A file that was sent, on disk under a name of ours until the request ends. */
export interface UploadedFile {
  readonly path: string;
  /** As its owner calls it, without folders. */
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

export interface Upload {
  readonly files: readonly UploadedFile[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** Removes the files. */
  dispose(): Promise<void>;
}

const MAX_NAME_LENGTH = 200;

/** Streams the parts of a multipart request to disk, hashing on the way: no file is ever whole in memory. */
export async function receiveUpload(
  request: FastifyRequest,
  { field, max }: { readonly field: string; readonly max: number },
): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('invalid-request', 'This call takes a multipart form.');
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-upload-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    const files: UploadedFile[] = [];
    const fields: Record<string, unknown> = {};
    const limits = {
      files: max,
      fileSize: MAX_UPLOAD_BYTES,
      fields: 20,
      fieldSize: 64 * 1024,
      parts: max + 20,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== field) throw new AppError('invalid-request', `Files are sent as "${field}".`);
        files.push(await store(part, path.join(folder, String(files.length))));
      } else {
        addField(fields, part.fieldname, part.value);
      }
    }
    return { files, fields, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** A field that comes more than once is a list. */
function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const former = fields[name];
  fields[name] =
    former === undefined ? value : [...(Array.isArray(former) ? (former as unknown[]) : [former]), value];
}

async function store(part: MultipartFile, target: string): Promise<UploadedFile> {
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
  await pipeline(part.file, measure, createWriteStream(target));
  if (part.file.truncated) {
    throw new AppError('file-too-large', `${name} is larger than ${MAX_UPLOAD_BYTES / 1024 / 1024} MiB.`);
  }
  return { path: target, name, size, sha256: hash.digest('hex') };
}

/** The last part of a name, without what no file system and no header takes. */
function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  return clean === '' || clean === '.' || clean === '..' ? 'unnamed' : clean.slice(-MAX_NAME_LENGTH);
}
