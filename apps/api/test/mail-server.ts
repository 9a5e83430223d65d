import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

import { LOCALHOST_CERTIFICATE } from './certificates.ts';

export const MAIL_ACCOUNT = { user: 'curvewell', password: 'a mail password' };

export interface MailServer {
  readonly port: number;
  readonly mails: readonly {
    readonly to: readonly string[];
    readonly text: string;
    readonly isSecure: boolean;
  }[];
  /** Refuses mail while set. */
  refuses: boolean;
  readonly close: () => Promise<void>;
}

/** A real SMTP server that accepts mail from one account, over TLS only. */
export async function startMailServer({
  secure = false,
}: { readonly secure?: boolean } = {}): Promise<MailServer> {
  const mails: { to: string[]; text: string; isSecure: boolean }[] = [];
  const state = { refuses: false };
  const server = new SMTPServer({
    ...LOCALHOST_CERTIFICATE,
    secure,
    authMethods: ['PLAIN', 'LOGIN'],
    logger: false,
    onAuth: ({ username, password }, _session, callback) => {
      if (username === MAIL_ACCOUNT.user && password === MAIL_ACCOUNT.password)
        callback(null, { user: username });
      else callback(new Error('wrong account'));
    },
    onMailFrom: (_address, _session, callback) => {
      callback(state.refuses ? new Error('not now') : null);
    },
    onData: (stream, session, callback) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: unwrapped(Buffer.concat(parts).toString()), isSecure: session.secure });
        callback();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    port: (server.server.address() as AddressInfo).port, // a listening TCP server
    mails,
    get refuses() {
      return state.refuses;
    },
    set refuses(next) {
      state.refuses = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

/** Removes the line breaks that mail encoding inserts. */
const unwrapped = (mail: string): string =>
  mail
    .replaceAll(/=\r\n/g, '')
    .replaceAll('=3D', '=')
    .replaceAll(/\r\n[ \t]/g, ' ');
