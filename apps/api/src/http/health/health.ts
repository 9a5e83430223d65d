import type { FastifyPluginCallback } from 'fastify';

export type PartState = 'ok' | 'failed' | 'not used' | 'restored copy' | 'rolled back';

export interface HealthPart {
  /** The last known state, determined in the background. */
  readonly state: () => PartState;
  /** Whether the process is not ready while it fails. */
  readonly isRequired: boolean;
  /** The effect of a failure. */
  readonly ifAway: string;
  /** The progress of a long task; null: none. */
  readonly progress?: () => string | null;
}

export const RETRY_AFTER_S = 5;
const OPEN = 'It reports whether the product works and contains no data.';
const SHUTDOWN: HealthPart = {
  state: () => 'failed',
  isRequired: true,
  ifAway: 'This process is stopping. Send requests to another process.',
};

interface HealthOptions {
  readonly parts: Readonly<Record<string, HealthPart>>;
  /** Whether the process is about to stop and still answers. */
  readonly isDraining?: () => boolean;
}

/** `/health/live`: the process responds. `/health/ready`: it can work. */
export const healthRoutes: FastifyPluginCallback<HealthOptions> = (
  app,
  { parts, isDraining = () => false },
  done,
) => {
  let isClosing = false;
  app.addHook('preClose', () => {
    isClosing = true;
  });

  app.get('/health/live', { config: { openBecause: OPEN } }, () => ({ status: 'live' }));

  app.get('/health/ready', { config: { openBecause: OPEN } }, (_request, reply) => {
    const all = isClosing || isDraining() ? { ...parts, shutdown: SHUTDOWN } : parts;
    const { isReady, report } = reportOf(all);
    void reply.header('cache-control', 'no-store');
    if (!isReady) void reply.code(503).header('retry-after', RETRY_AFTER_S);
    return reply.send(report);
  });
  done();
};

/** The body of the readiness check. */
export function reportOf(parts: Readonly<Record<string, HealthPart>>) {
  const states = Object.entries(parts).map(([name, { state, isRequired, ifAway, progress }]) => {
    const far = progress?.() ?? null;
    return { name, isRequired, part: { state: state(), ifAway, ...(far !== null && { progress: far }) } };
  });
  const isReady = states.every(({ isRequired, part }) => !isRequired || part.state !== 'failed');
  const report = {
    status: isReady ? 'ready' : 'not ready',
    parts: Object.fromEntries(states.map(({ name, part }) => [name, part])),
  };
  return { isReady, report };
}
