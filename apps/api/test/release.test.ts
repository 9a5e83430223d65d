import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { readCompose, textOf } from './compose-file.ts';

const stepSchema = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
  env: z.record(z.string(), z.string()).default({}),
});
const workflowSchema = z.object({
  jobs: z.object({ publish: z.object({ steps: z.array(stepSchema) }) }),
});
const VERSION = '9.9.9';
const REGISTRY = 'ghcr.io/curvewell';

/** Substitutes the outputs of earlier steps, for a tag of this version. */
const filled = (text: string) =>
  text
    .replaceAll('${{ steps.base.outputs.registry }}', REGISTRY)
    .replaceAll('${{ steps.base.outputs.version }}', VERSION);

it('OPS-430 a release publishes and signs exactly the images in the compose files', () => {
  const { steps } = workflowSchema.parse(parse(textOf('.github/workflows/release.yml'))).jobs.publish;
  const published = steps
    .filter(({ uses }) => uses?.startsWith('docker/build-push-action'))
    .map(({ with: { tags } }) => filled(z.string().parse(tags)));
  const ownImages = (settings: Record<string, string>) =>
    Object.values(readCompose(settings).services)
      .map(({ image }) => image)
      .filter((image) => image.startsWith(REGISTRY));
  const named = [...new Set(ownImages({ CURVEWELL_VERSION: VERSION }))].toSorted();
  expect(published.toSorted()).toEqual(named);

  const listing = steps.find(({ run }) => run?.includes('docker-compose.digests.yml'));
  const settings = Object.entries(listing?.env ?? {}).map(([name, value]) => [name, filled(value)] as const);
  expect([...new Set(ownImages(Object.fromEntries(settings)))].toSorted()).toEqual(named);

  const signing = steps.find(({ run }) => run?.includes('cosign sign'));
  for (const variable of ['PRODUCT', 'KEYCLOAK']) {
    expect(signing?.run).toMatch(new RegExp(`cosign sign [^\n]*"\\$${variable}"`));
    expect(signing?.env[variable]).toContain('.outputs.digest }}');
  }
  expect(signing?.run).toMatch(/cosign attest [^\n]*--type cyclonedx [^\n]*"\$PRODUCT"/);
});
