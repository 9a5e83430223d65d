import { createTransport } from 'nodemailer';
import { z } from 'zod';

/** `starttls`: the server has to offer TLS; `implicit`: TLS from the first byte; `none`: in the clear. */
export const mailTlsSchema = z.enum(['starttls', 'implicit', 'none']);

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** The address that mail comes from. */
  readonly from: string;
  /** Null: the server takes mail without one. */
  readonly account: { readonly user: string; readonly password: string } | null;
  readonly tls: z.infer<typeof mailTlsSchema>;
}

interface Environment {
  readonly MAIL_HOST?: string | undefined;
  readonly MAIL_PORT: number;
  readonly MAIL_FROM?: string | undefined;
  readonly MAIL_USER?: string | undefined;
  readonly MAIL_PASSWORD?: string | undefined;
  readonly MAIL_TLS: MailSettings['tls'];
}

/** Null: no mail server is named. @throws when what goes with it is not */
export function mailSettingsOf(settings: Environment): MailSettings | null {
  const { MAIL_HOST: host, MAIL_FROM: from, MAIL_USER: user, MAIL_PASSWORD: password } = settings;
  if (host === undefined) return null;
  if (from === undefined) throw new Error('Set MAIL_FROM to the sender address, or remove MAIL_HOST.');
  if ((user === undefined) !== (password === undefined))
    throw new Error('Set both MAIL_USER and MAIL_PASSWORD, or neither.');
  const account = user === undefined || password === undefined ? null : { user, password };
  return { host, port: settings.MAIL_PORT, from, account, tls: settings.MAIL_TLS };
}

interface Mail {
  /** The same mail sent twice has the same one. */
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** @throws when the server has not taken it for all */
  send(mail: Mail): Promise<void>;
}

/** A server that stands still is given up long before the job that waits for it. */
const DEADLINES = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 } as const;

/** Mail by an SMTP server; a connection for each mail. @param authorities - certificates (PEM) beside those that Node trusts */
export function openMailer(
  { host, port, from, account, tls }: MailSettings,
  { authorities }: { readonly authorities?: readonly string[] } = {},
): Mailer {
  const transport = createTransport({
    host,
    port,
    ...DEADLINES,
    disableFileAccess: true,
    disableUrlAccess: true,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    ...(account !== null && { auth: { user: account.user, pass: account.password } }),
    ...(authorities !== undefined && { tls: { ca: [...authorities] } }),
  });
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  return {
    send: async ({ id, to, subject, text }) => {
      const { rejected } = await transport.sendMail({
        from,
        to: [...to],
        subject,
        text,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      if (rejected.length > 0)
        throw new Error(`The mail server rejected ${rejected.length} of ${to.length} addresses.`);
    },
  };
}
