import { readConfig, requireServices } from './config.ts';
import { logFailedStart, starting } from './failed-start.ts';
import { runProcess } from './lifecycle.ts';
import { startProduct } from './product.ts';
import { logLine } from './telemetry/log.ts';

/** The product, beside a PostgreSQL and an identity provider that the settings name. */
await runProcess(
  async (lifecycle) => {
    const config = await starting('settings', () => requireServices(readConfig(process.env)));
    await startProduct(lifecycle, { config });
  },
  logLine,
  logFailedStart,
);
