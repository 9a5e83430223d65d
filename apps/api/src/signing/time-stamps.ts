import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';

import {
  checkTimeStamp,
  timeStampRequest,
  TimeStampError,
  tokenOf,
  type TimeStamp,
} from '@curvewell/domain/time-stamp';

import { AppError } from '../errors.ts';

export interface TimeStampSettings {
  /** The address of an RFC 3161 authority over HTTP; null: no time stamps. */
  readonly url: string | null;
  readonly login: { readonly user: string; readonly password: string } | null;
  /**
   * Trusted certificates (PEM) of the authority; null: the authorities that this process trusts for
   * connections.
   */
  readonly caFile: string | null;
}

type Settings = Readonly<
  Partial<
    Record<
      'TIME_STAMP_URL' | 'TIME_STAMP_USER' | 'TIME_STAMP_PASSWORD' | 'TIME_STAMP_CA_FILE',
      string | undefined
    >
  >
>;

/** @throws Error when a password is set without its user */
export function timeStampSettingsOf(settings: Settings): TimeStampSettings {
  const { TIME_STAMP_URL: url = null, TIME_STAMP_USER: user, TIME_STAMP_PASSWORD: password } = settings;
  if (password !== undefined && user === undefined)
    throw new Error('Set both TIME_STAMP_USER and TIME_STAMP_PASSWORD, or neither.');
  return {
    url,
    login: user === undefined || password === undefined ? null : { user, password },
    caFile: settings.TIME_STAMP_CA_FILE ?? null,
  };
}

/** Time stamps by an external authority. */
export interface TimeStamps {
  readonly isOn: boolean;
  /** For a thread, which opens its own client. */
  readonly settings: TimeStampSettings;
  /**
   * Requests a time stamp and verifies it.
   *
   * @throws AppError `unavailable` with the reason
   */
  stamp(data: Uint8Array): Promise<TimeStamp & { readonly token: Uint8Array }>;
  /** @throws TimeStampError with the reason why a token is invalid */
  check(token: Uint8Array, data: Uint8Array): Promise<TimeStamp>;
}

/** Timeout; an authority usually answers within seconds. */
const ANSWER_MS = 15_000;
/** An answer with its certificates has 2 to 8 KB. */
const LARGEST_ANSWER = 64 * 1024;
const NONCE_BYTES = 16;
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** @throws Error that names the certificate file when it cannot be read or is empty */
export async function openTimeStamps(
  settings: TimeStampSettings,
  { answerMs = ANSWER_MS }: { readonly answerMs?: number } = {},
): Promise<TimeStamps> {
  const { url, login, caFile } = settings;
  const authorities = caFile === null ? getCACertificates() : await readAuthorities(caFile);
  return {
    isOn: url !== null,
    settings,
    check: (token, data) => checkTimeStamp(token, { data, authorities }),
    stamp: async (data) => {
      if (url === null) throw refused('TIME_STAMP_URL is not set.');
      const nonce = randomBytes(NONCE_BYTES);
      const request = { url, login, query: timeStampRequest(data, nonce), answerMs };
      try {
        const token = tokenOf(await ask(request));
        return { token, ...(await checkTimeStamp(token, { data, nonce, authorities })) };
      } catch (error) {
        if (error instanceof TimeStampError)
          throw refused(`The time stamp is invalid. ${error.message}`, error);
        throw error;
      }
    },
  };
}

interface StampRequest {
  readonly url: string;
  readonly login: TimeStampSettings['login'];
  readonly query: Uint8Array;
  readonly answerMs: number;
}

/** @throws AppError `unavailable` when the authority does not answer correctly in time */
async function ask({ url, login, query, answerMs }: StampRequest): Promise<Uint8Array> {
  const basic = login && Buffer.from(`${login.user}:${login.password}`).toString('base64');
  const signal = AbortSignal.timeout(answerMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: Uint8Array.from(query),
      signal,
      redirect: 'error',
      headers: {
        'content-type': 'application/timestamp-query',
        ...(basic !== null && { authorization: `Basic ${basic}` }),
      },
    });
    if (!response.ok) throw refused(`The time stamp authority responded with the status ${response.status}.`);
    return await limited(response);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const why = signal.aborted ? `has not responded within ${answerMs / 1000} s` : 'cannot be reached';
    throw refused(`The time stamp authority ${why}.`, error);
  }
}

async function limited({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's types; browser streams are not iterable.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) throw refused('The response of the time stamp authority is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readAuthorities(file: string): Promise<readonly string[]> {
  const found = (await readFile(file, 'utf8')).match(PEM);
  if (found === null) throw new Error(`${file} (TIME_STAMP_CA_FILE) holds no certificate.`);
  return found;
}

const refused = (message: string, cause?: unknown) => new AppError('unavailable', message, { cause });
