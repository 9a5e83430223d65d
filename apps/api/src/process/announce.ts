import type { Config } from '../settings/config.ts';
import type { Lifecycle } from './lifecycle.ts';
import { SOFTWARE_BUILD } from './version.ts';

/** Prints the address of the product once it is ready. */
export function announce({ print }: Lifecycle, { role, port, publicUrl, namesProxies }: Config): void {
  if (role === 'worker') {
    print(
      `\nCurvewell ${SOFTWARE_BUILD} runs background jobs; health: http://localhost:${port}/health/ready\n`,
    );
    return;
  }
  print(`\nCurvewell ${SOFTWARE_BUILD} is ready: ${publicUrl}\n`);
  if (publicUrl.startsWith('https:') && !namesProxies)
    print('TRUSTED_PROXIES names no proxy: all users seem to have the same address and share its limits.\n');
}
