import { Kbd, Modal, Switch } from '@mantine/core';
import { Fragment } from 'react';

import { text } from '../locale/text.ts';
import { useObservable } from '../shared/hooks/observable.ts';
import { enableShortcuts, shortcutsShown, useShortcutsEnabled } from '../shared/navigation/shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

/** Lists all keyboard shortcuts; single-letter shortcuts can be switched off. Mounted once, in the shell. */
export function ShortcutsDialog() {
  const opened = useObservable(shortcutsShown);
  const enabled = useShortcutsEnabled();
  return (
    <Modal
      opened={opened}
      onClose={() => {
        shortcutsShown.set(false);
      }}
      size={860}
      title={text.shortcuts.title}
    >
      <Switch
        label={text.shortcuts.singleLetters}
        checked={enabled}
        onChange={(event) => {
          enableShortcuts(event.currentTarget.checked);
        }}
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
