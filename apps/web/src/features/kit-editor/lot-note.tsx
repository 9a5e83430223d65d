import type { KitVersion } from '@curvewell/domain';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';

import { useCan } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { paths } from '../../shared/navigation/paths.ts';
import styles from './kit-editor.module.css';

interface LotNoteProps {
  readonly kitVersion: KitVersion;
  readonly activeLots: readonly string[];
}

/** The next step of a version that no plate can use yet. */
export function LotNote({ kitVersion: { id, kit, version }, activeLots }: LotNoteProps) {
  const can = useCan();
  if (activeLots.length > 0) return null;
  return (
    <p className={styles['tried']}>
      {text.lots.needed(version)}{' '}
      {can('READ_LOT_CONFIG_ADMIN') && (
        <Anchor component={Link} fz="inherit" to={paths.lots({ kitId: kit.id, versionId: id, search: '' })}>
          {text.lots.ofVersion}
        </Anchor>
      )}
    </p>
  );
}
