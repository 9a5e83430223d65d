import { userInfo } from 'node:os';
import process from 'node:process';

import type { AuditActor } from './audit.ts';

/** Whoever gives a command on the machine of the product. */
export const commandLineActor = (): AuditActor => ({
  userId: null,
  name: `Command line (${account()})`,
  laboratory: null,
});

/** As the machine says; a container may know no name. */
function account(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
