import { Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';

import { text } from '../locale/text.ts';
import { IconLabel } from '../shared/ui/screen/icon-label.tsx';
import styles from './go-to.module.css';
import { PaletteDialog } from './lazy-dialogs.ts';

/** On a Mac, Ctrl K deletes to the end of the line in a text field. */
const isMac = /^Mac/.test(navigator.platform);

const isKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';

/** The button “Go to” and its key, which find anything from every page. */
export function GoTo() {
  const [opened, { open, close }] = useDisclosure(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // The plate setup has its own Ctrl K. No dialog opens above another.
      if (!isKey(event) || event.defaultPrevented) return;
      event.preventDefault();
      if (document.querySelector('[aria-modal="true"]') === null) open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
  return (
    <>
      <UnstyledButton
        className={styles['button'] ?? ''}
        onClick={open}
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      >
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <IconLabel hiddenIn="(width < 48em)">{text.shell.goTo.open}</IconLabel>
        <Kbd size="xs" className={styles['keys'] ?? ''} aria-hidden>
          {isMac ? text.shell.goTo.macKeys : text.shell.goTo.keys}
        </Kbd>
      </UnstyledButton>
      <PaletteDialog opened={opened} onClose={close} />
    </>
  );
}
