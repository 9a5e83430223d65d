import type { FastifyPluginCallback } from 'fastify';

export type PartState = 'ok' | 'failed' | 'not used' | 'restored copy' | 'rolled back';

/** Something that the product works with. */
export interface HealthPart {
  /** As it is known now; it was looked at in the background. */
  readonly state: () => PartState;
  /** Whether this process must get no requests while it fails. */
  readonly isRequired: boolean;
  /** What it costs while it is away. */
  readonly ifAway: string;
  /** How far it is with something that takes long; null: with nothing. */
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
  /** This process is about to stop, and still answers. */
  readonly isDraining?: () => boolean;
}

/** `/health/live`: the process answers. `/health/ready`: it can do its work. */
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

/** What readiness answers. */
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
