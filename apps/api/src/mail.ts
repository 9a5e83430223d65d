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
    ...{ host, port, ...DEADLINES, disableFileAccess: true, disableUrlAccess: true },
    ...{ secure: tls === 'implicit', requireTLS: tls === 'starttls', ignoreTLS: tls === 'none' },
    ...(account !== null && { auth: { user: account.user, pass: account.password } }),
    ...(authorities !== undefined && { tls: { ca: [...authorities] } }),
  });
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '');
  return {
    send: async ({ id, to, subject, text }) => {
      const { rejected } = await transport.sendMail({
        ...{ from, to: [...to], subject, text, messageId: `<${id}@${domain}>` },
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      if (rejected.length > 0)
        throw new Error(`The mail server took the mail for all but ${rejected.length} of ${to.length} addresses.`);
    },
  };
}
