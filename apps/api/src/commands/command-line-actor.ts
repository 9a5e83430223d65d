import { userInfo } from 'node:os';
import process from 'node:process';

import type { AuditActor } from '../audit/record-audit.ts';

/** The user who runs a command on the server. */
export const commandLineActor = (): AuditActor => ({
  userId: null,
  name: `Command line (${account()})`,
  laboratory: null,
});

/** The name of the operating system account; containers may have none. */
function account(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
