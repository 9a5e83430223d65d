import { Kbd, Modal, Switch } from '@mantine/core';
import { Fragment } from 'react';

import { text } from '../locale/text.ts';
import { enableShortcuts, useShortcutsEnabled } from '../shared/navigation/shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Lists all keyboard shortcuts; single-letter shortcuts can be switched off. */
export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  const enabled = useShortcutsEnabled();
  return (
    <Modal opened={opened} onClose={onClose} size={860} title={text.shortcuts.title}>
      <Switch
        size="md" // 24 px high
        className={styles['letters'] ?? ''}
        label={text.shortcuts.singleLetters}
        checked={enabled}
        onChange={(event) => enableShortcuts(event.currentTarget.checked)}
      />
      <div className={styles['groups']}>
        {text.shortcuts.groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h2>{title}</h2>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div key={does}>
                  <dt>
                    {keys.map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 && <span>{text.shortcuts.or}</span>}
                        <Kbd>{key}</Kbd>
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
