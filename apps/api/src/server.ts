import { requireServices } from './config.ts';
import { runProcess } from './lifecycle.ts';
import { processConfig } from './process-config.ts';
import { startProduct } from './product.ts';
import { logLine } from './telemetry/log.ts';

/** The product, beside a PostgreSQL and an identity provider that the settings name. */
await runProcess(
  (lifecycle) => startProduct(lifecycle, { config: requireServices(processConfig()) }),
  logLine,
);
