import type { DiagnosticColor, Kit, KitConfiguration, KitVersion } from '@curvewell/domain';

import { apiOf } from './api.ts';
import { demoUser } from './demo-users.ts';

interface CopiedVersion {
  /** Of its kit. */
  readonly colors: readonly DiagnosticColor[];
  /** The address of its editor. */
  readonly editor: string;
  /** The address of the control charts of its kit and buffer: other journeys have runs with another buffer. */
  readonly controls: string;
  /** Adds an active lot, which locks the version. */
  readonly addLot: (name: string) => Promise<unknown>;
}

/** Copies the kit version of made runs, which stays unchanged. */
export async function copiedVersion(address: string, version: string): Promise<CopiedVersion> {
  const api = await apiOf(address, demoUser.rdAdmin);
  const kit = (await api<Kit[]>('GET', '/kit')).find(({ name }) => name === 'LCT-13910');
  const of = `/kit/${kit?.id ?? ''}/versions?onlyActive=false&onlyValid=false`;
  const copyOf = (await api<KitVersion[]>('GET', of)).find((one) => one.version === 'v2')?.id;
  const { kitVersion } = await api<KitConfiguration>('POST', '/kit', {
    kit: { id: kit?.id },
    kitVersion: { version, copyOf },
  });
  const buffer = kit?.reactionBuffers.find(({ name }) => name === 'RB-2')?.id ?? '';
  return {
    colors: kit?.diagnostics ?? [],
    editor: `/admin/configuration?tab=kits&kit=${kit?.id ?? ''}&version=${kitVersion.id}&buffer=${buffer}`,
    controls: `/controls?period=all&kit=${kit?.id ?? ''}&buffer=${buffer}&channel=FAM`,
    addLot: (name) => api('POST', `/lots/version/${kitVersion.id}`, { name, expirationDate: '2099-01-01' }),
  };
}
