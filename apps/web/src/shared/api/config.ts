import { type ApplicationConfiguration, applicationConfigurationSchema } from '@curvewell/contracts';

let pending: Promise<ApplicationConfiguration> | null = null;

async function load(): Promise<ApplicationConfiguration> {
  const response = await fetch('/config.json', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`/config.json answered ${response.status}.`);
  return applicationConfigurationSchema.parse(await response.json());
}

/** The connections of this installation. Fetched once; a failed fetch is repeated on the next call. */
export function appConfig(): Promise<ApplicationConfiguration> {
  pending ??= load().catch((error: unknown) => {
    pending = null;
    throw error;
  });
  return pending;
}
