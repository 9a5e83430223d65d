import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { ROOT } from './context.ts';

const DIGEST = `sha256:${'0a'.repeat(32)}`;
const SERVICES = { api: { image: 'example.org/curvewell:1' }, postgres: { image: `postgres:18@${DIGEST}` } };

/** The release lists its base and companion images by digest, as the container engine reports them. */
describe('images by their digests', () => {
  const tools = mkdtempSync(path.join(tmpdir(), 'curvewell-docker-'));
  const script = path.join(ROOT, 'scripts/pin-images.mjs');
  const env = { PATH: `${tools}:${process.env['PATH'] ?? ''}` };

  beforeAll(() => {
    writeFileSync(
      path.join(tools, 'docker'),
      `#!/bin/sh
case "$*" in
  compose*' --profile tools '*) echo '${JSON.stringify({ services: SERVICES })}' ;;
  *'imagetools inspect'*example.org*) echo ${DIGEST} ;;
  *) echo 'manifest unknown' >&2; exit 1 ;;
esac`,
    );
    chmodSync(path.join(tools, 'docker'), 0o755);
  });

  afterAll(() => {
    rmSync(tools, { recursive: true });
  });

  it('OPS-306 are listed for every service, beside their tags', () => {
    const text = execFileSync(process.execPath, [script], { env, encoding: 'utf8' });
    expect(parse(text)).toEqual({
      services: {
        api: { image: `example.org/curvewell:1@${DIGEST}` },
        postgres: { image: `postgres:18@${DIGEST}` },
      },
    });
  });

  it('OPS-306 stop the release if a registry does not have an image', () => {
    const { status, stderr } = spawnSync(process.execPath, [script, 'example.org/a:1', 'elsewhere.org/b:1'], {
      env,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('elsewhere.org/b:1: manifest unknown');
  });
});
