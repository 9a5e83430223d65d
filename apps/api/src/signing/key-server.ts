import { verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { publicKeySchema } from '@curvewell/domain';
import { publicKeyOf } from '@curvewell/domain/record';
import { z } from 'zod';

import { LOCK_TIMEOUT_MS } from '../database/db.ts';
import { AppError } from '../errors.ts';
import { freeTime } from '../process/free-time.ts';
import type { KeyHolder } from './signer.ts';

/** A key of the Transit engine of OpenBao or Vault. */
export interface ServerKey {
  /** The engine: `https://bao.example.org:8200/v1/transit`. */
  readonly url: string;
  /** Read for each request, because an agent renews the token. */
  readonly tokenFile: string;
  readonly name: string;
}

/**
 * The chain of the laboratory is locked while a decision is signed, so the timeout is shorter than that of
 * waiting writers.
 */
const ANSWER_MS = LOCK_TIMEOUT_MS - 500;
/** Signed at the start to verify that the token may sign; no record of the product has this form. */
const TRIAL = Buffer.from('{"format":"curvewell-key-trial/1"}');
const LONGEST_DETAIL = 200;

export class KeyServerError extends Error {
  override readonly name = 'KeyServerError';
  /** Details for operators. */
  readonly detail: string;

  constructor(message: string, detail: string, options?: ErrorOptions) {
    super(`The key server ${message}.`, options);
    this.detail = detail.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_DETAIL);
  }
}

/**
 * Opens the newest version of a key and uses that version until the process ends. Requires an Ed25519 key
 * that is not derived (https://openbao.org/api-docs/secret/transit/).
 *
 * @throws KeyServerError
 */
export async function openServerKey(key: ServerKey, answerMs = ANSWER_MS): Promise<KeyHolder> {
  const { latest_version: version, ...found } = await readKey(key, answerMs);
  if (found.type !== 'ed25519' || found.derived)
    throw new KeyServerError(
      'has a key of another type. Create a key of the type ed25519, not derived',
      key.name,
    );
  const { data: publicKey } = publicKeySchema.safeParse(found.keys[version]?.public_key);
  if (publicKey === undefined) throw new KeyServerError('does not return the public key', key.name);
  const pinned = { ...key, version, publicKey };
  await signWith(pinned, TRIAL, answerMs);
  return {
    publicKey,
    sign: (bytes) => orUnavailable(signWith(pinned, bytes, answerMs)),
    look: () => orUnavailable(lookAt(pinned, answerMs)),
  };
}

interface PinnedKey extends ServerKey {
  readonly version: number;
  readonly publicKey: string;
}

/** Signs, and accepts the answer only if it is a valid signature by the requested key. */
async function signWith(key: PinnedKey, bytes: Uint8Array, answerMs: number): Promise<Uint8Array> {
  const body = { input: Buffer.from(bytes).toString('base64'), key_version: key.version };
  const answer = await ask(key, { path: 'sign', body, answerMs });
  // `vault:v1:` and the base64 signature.
  const text = signatureSchema.safeParse(answer).data?.data.signature.split(':').at(-1) ?? '';
  const signature = Buffer.from(text, 'base64');
  if (!verify(null, bytes, publicKeyOf(key.publicKey), signature))
    throw new KeyServerError('returned a signature that was not made by the signing key', key.name);
  return signature;
}

async function lookAt(key: PinnedKey, answerMs: number): Promise<void> {
  const { keys, min_encryption_version: least, soft_deleted: isDeleted } = await readKey(key, answerMs);
  if (isDeleted || least > key.version || keys[key.version]?.public_key !== key.publicKey)
    throw new KeyServerError(
      'no longer signs with the key that this process started with. Restart the process',
      key.name,
    );
}

const keySchema = z.object({
  data: z.object({
    type: z.string(),
    latest_version: z.int(),
    min_encryption_version: z.int(),
    derived: z.boolean().default(false),
    soft_deleted: z.boolean().default(false),
    // For a symmetric key, only its creation time.
    keys: z.record(z.string(), z.object({ public_key: z.string() }).or(z.number().transform(() => null))),
  }),
});
const signatureSchema = z.object({ data: z.object({ signature: z.string() }) });
const errorsSchema = z.object({ errors: z.array(z.string()) });

async function readKey(key: ServerKey, answerMs: number) {
  const { data } = keySchema.safeParse(await ask(key, { path: 'keys', answerMs }));
  if (data === undefined) throw new KeyServerError('does not respond like OpenBao or Vault', key.url);
  return data.data;
}

interface KeyServerRequest {
  readonly path: 'keys' | 'sign';
  readonly body?: object;
  readonly answerMs: number;
}

async function ask(key: ServerKey, { path, body, answerMs }: KeyServerRequest): Promise<unknown> {
  const url = `${key.url}/${path}/${encodeURIComponent(key.name)}`;
  const token = await readToken(key);
  const [deadline, late] = [freeTime(answerMs), new AbortController()];
  void deadline.passed.then(() => late.abort());
  try {
    const response = await fetch(url, {
      signal: late.signal,
      redirect: 'error',
      headers: { 'x-vault-token': token, 'x-vault-request': 'true', 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new KeyServerError(meaningOf(response.status), `${url} ${response.status} ${errorsIn(text)}`);
    return parsed(text);
  } catch (error) {
    if (error instanceof KeyServerError) throw error;
    if (late.signal.aborted)
      throw new KeyServerError(`has not responded within ${answerMs / 1000} s`, key.url, { cause: error });
    throw new KeyServerError('cannot be reached', `${key.url} ${reasonOf(error)}`, { cause: error });
  } finally {
    deadline.cancel();
  }
}

async function readToken({ tokenFile }: ServerKey): Promise<string> {
  try {
    return (await readFile(tokenFile, 'utf8')).trim();
  } catch (cause) {
    throw new KeyServerError('cannot be used: KMS_TOKEN_FILE cannot be read', tokenFile, { cause });
  }
}

const MEANINGS: Readonly<Record<number, string>> = {
  403: 'does not accept the token, or its policy does not allow this',
  404: 'has no such key or engine',
  429: 'gets too many requests',
  503: 'is sealed or not ready',
};
const meaningOf = (status: number) => MEANINGS[status] ?? `refuses with the status ${status}`;

const errorsIn = (text: string) => errorsSchema.safeParse(parsed(text)).data?.errors.join(' ') ?? '';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  return cause instanceof Error ? cause.message : '';
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof KeyServerError)) throw error;
    throw new AppError('unavailable', `${error.message} Nothing was signed.`, { cause: error });
  }
}
