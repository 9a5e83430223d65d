import type { FastifyPluginCallback } from 'fastify';

/** One thing that must be right before the product takes work. */
interface ReadinessCheck {
  readonly name: string;
  readonly isReady: () => Promise<boolean> | boolean;
}

/** A check that takes longer counts as failed. */
const CHECK_TIMEOUT_MS = 500;
const RETRY_AFTER_S = 5;

const OPEN = 'It tells whether the product works, and nothing of what is in it.';

interface HealthOptions {
  readonly checks: readonly ReadinessCheck[];
}

/** `/health/live`: the process answers. `/health/ready`: it can do its work. */
export const healthRoutes: FastifyPluginCallback<HealthOptions> = (app, { checks }, done) => {
  let closing = false;
  app.addHook('preClose', () => {
    closing = true;
  });

  app.get('/health/live', { config: { openBecause: OPEN } }, () => ({ status: 'live' }));

  app.get('/health/ready', { config: { openBecause: OPEN } }, async (_request, reply) => {
    const results = await Promise.all(
      checks.map(async ({ name, isReady }) => [name, (await inTime(isReady)) ? 'ok' : 'failed'] as const),
    );
    const parts = Object.fromEntries(closing ? [...results, ['shutdown', 'failed']] : results);
    const ready = Object.values(parts).every((result) => result === 'ok');
    void reply.header('cache-control', 'no-store');
    if (!ready) void reply.code(503).header('retry-after', RETRY_AFTER_S);
    return { status: ready ? 'ready' : 'not ready', parts };
  });
  done();
};

async function inTime(isReady: ReadinessCheck['isReady']): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, CHECK_TIMEOUT_MS, false).unref());
  const result = Promise.resolve()
    .then(isReady)
    .catch(() => false);
  return Promise.race([result, late]);
}
