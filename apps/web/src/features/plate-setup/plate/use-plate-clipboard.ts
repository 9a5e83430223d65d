import type { Position } from '@curvewell/domain';
import { useState, type ClipboardEvent } from 'react';

import { useStable } from '../../../shared/hooks/use-stable.ts';
import { wellsAsText } from '../paste/wells-text.ts';
import { usePlateSetup } from '../plate-setup-context.ts';

/** Copies the selected wells, and starts a paste from here or from a spreadsheet. */
export function usePlateClipboard(wellsNow: () => readonly Position[]) {
  const { run, plate, isLocked } = usePlateSetup();
  const [copied, setCopied] = useState<string | null>(null);
  const [pasting, setPasting] = useState<{ readonly text: string | null } | null>(null);

  const copy = useStable((event: ClipboardEvent) => {
    const text = wellsAsText(run, { positions: wellsNow(), plate });
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
    setCopied(text);
  });
  const paste = useStable((event: ClipboardEvent) => {
    event.preventDefault();
    if (!isLocked) setPasting({ text: event.clipboardData.getData('text/plain') });
  });
  const startPaste = useStable((): void => {
    void clipboardText().then((text) => setPasting({ text }));
  });
  return {
    copied,
    /** The paste to preview. Its text is null if the page may not read the clipboard. */
    pasting,
    copy,
    paste,
    startPaste,
    endPaste: (): void => setPasting(null),
  };
}

/** null if reading is refused or unsupported; then only Ctrl+V works. */
async function clipboardText(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}
