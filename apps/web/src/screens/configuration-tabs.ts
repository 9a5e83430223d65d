import type { Permission } from '@curvewell/domain';
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

import type { text } from '../locale/text.ts';
import { ALL_KITS } from '../shared/navigation/all-kits.ts';

type TabName = keyof typeof text.configuration.tabs;

interface ConfigurationTab {
  /** Its value in `?tab=`. */
  readonly name: TabName;
  /** The user needs any of these. */
  readonly needs: readonly Permission[];
  /** Loaded when opened. May render a `ScreenFooter` and block a change of tab with `useUnsavedGuard`. */
  readonly Panel: LazyExoticComponent<ComponentType>;
}

/** The tabs of the Configuration page in display order. */
export const CONFIGURATION_TABS: readonly ConfigurationTab[] = [
  {
    name: 'lots',
    needs: ['READ_LOT_CONFIG_ADMIN'],
    Panel: lazy(async () => ({ default: (await import('../features/lots/lots-panel.tsx')).LotsPanel })),
  },
  {
    name: 'kits',
    needs: ['READ_KIT_CONFIG_ADMIN'],
    Panel: lazy(async () => ({ default: (await import('./kits-tab.tsx')).KitsTab })),
  },
  {
    name: 'diagnostics',
    needs: ['WRITE_DIAGNOSTIC'],
    Panel: lazy(async () => ({
      default: (await import('../features/diagnostics/diagnostics-panel.tsx')).DiagnosticsPanel,
    })),
  },
  {
    name: 'fileTransfer',
    needs: ['WRITE_DIAGNOSTIC'],
    Panel: lazy(async () => ({
      default: (await import('../features/file-transfer/file-transfer-panel.tsx')).FileTransferPanel,
    })),
  },
  {
    name: 'transfer',
    needs: ['EXPORT_KIT', 'EXPORT_LOTS', 'IMPORT_KIT', 'IMPORT_LOTS'],
    Panel: lazy(async () => ({
      default: (await import('../features/transfer/transfer-panel.tsx')).TransferPanel,
    })),
  },
  {
    name: 'analysers',
    needs: ['READ_KIT_CONFIG_ADMIN'],
    Panel: lazy(async () => ({ default: (await import('./analysers-tab.tsx')).AnalysersTab })),
  },
];

/** Lots and diagnostics open with the kit version that was open; other parameters belong to one tab. */
export function addressOfTab(tab: string, now: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams({ tab });
  const kit = now.get('kit');
  if ((tab !== 'lots' && tab !== 'diagnostics') || kit === null || kit === ALL_KITS) return next;
  next.set('kit', kit);
  const version = now.get('version');
  if (version !== null) next.set('version', version);
  return next;
}
