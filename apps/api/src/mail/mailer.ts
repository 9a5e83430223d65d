import { createTransport } from 'nodemailer';
import { z } from 'zod';

/** `starttls`: the server must offer TLS; `implicit`: TLS from the first byte; `none`: unencrypted. */
export const mailTlsSchema = z.enum(['starttls', 'implicit', 'none']);

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** The sender's address. */
  readonly from: string;
  /** Null: the server needs no authentication. */
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

/** @returns null: no mail server is configured @throws when a related setting is missing */
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
  /** A repeated mail has the same id. */
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** @throws when the server refuses it for any recipient */
  send(mail: Mail): Promise<void>;
}

/** Shorter than the timeout of the job. */
const DEADLINES = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 } as const;

/**
 * Sends mail through an SMTP server, with a connection for each mail. @param authorities - certificates (PEM)
 * besides those that Node trusts
 */
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
