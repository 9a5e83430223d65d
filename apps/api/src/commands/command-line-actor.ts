import { userInfo } from 'node:os';
import process from 'node:process';

import type { AuditActor } from '../audit/record-audit.ts';

/** The person who runs a command on the server. */
export const commandLineActor = (): AuditActor => ({
  userId: null,
  name: `Command line (${account()})`,
  laboratory: null,
});

/** As the machine reports it; a container may know no name. */
function account(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
