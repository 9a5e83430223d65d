import process from 'node:process';

import { checkProgram } from './commands/check-program.ts';
import { requireServices } from './settings/required-services.ts';
import { logFailedStart, starting } from './process/failed-start.ts';
import { printLine, runProcess } from './process/lifecycle.ts';
import { processConfig } from './settings/process-config.ts';
import { startProduct } from './product.ts';
import { logLine } from './telemetry/log.ts';

if (process.argv.includes('--check')) await check();
else await start();

/** Starts the product with the PostgreSQL and the identity provider in the settings. */
function start(): Promise<void> {
  return runProcess(
    async (lifecycle) => {
      const config = await starting('settings', () => requireServices(processConfig()));
      await startProduct(lifecycle, { config });
    },
    logLine,
    logFailedStart,
  );
}

async function check(): Promise<never> {
  try {
    await checkProgram(process.env);
    printLine('The program is complete and its settings are valid.');
    return process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(1);
  }
}
