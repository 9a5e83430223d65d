import type { ComponentProps } from 'react';

import { lazyDialog } from '../shared/ui/dialogs/lazy-dialog.tsx';
import type { ReasonModal } from '../shared/ui/dialogs/reason-modal.tsx';

export const AboutDialog = lazyDialog(
  async () => (await import('../features/releases/about-dialog.tsx')).AboutDialog,
);

export const MessagesDialog = lazyDialog(async () => (await import('./messages-dialog.tsx')).MessagesDialog);

export const PaletteDialog = lazyDialog(async () => (await import('./palette-dialog.tsx')).PaletteDialog);

export const ReleaseDialog = lazyDialog(
  async () => (await import('../features/releases/release-dialog.tsx')).ReleaseDialog,
);

export const ShortcutsDialog = lazyDialog(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
);

interface OpenedReason extends ComponentProps<typeof ReasonModal> {
  readonly opened: boolean;
}

export const LazyReasonModal = lazyDialog<OpenedReason>(
  async () => (await import('../shared/ui/dialogs/reason-modal.tsx')).ReasonModal,
);
