import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { it } from 'vitest';
it('x', () => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([k]) => !/^(VITEST|VITE_|NODE_ENV|TEST|POOL)/.test(k)));
  spawnSync('bash', ['/tmp/wells-batches.sh'], { env, stdio: ['ignore', openSync('/tmp/wells-batches.log', 'w'), openSync('/tmp/wells-batches.err', 'w')] });
}, 3_000_000);
