import type { Kit } from '@curvewell/domain';
import { Select } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { kitOptions } from '../../shared/format/kit-options.ts';
import styles from './transfer.module.css';

const words = text.transfer;

interface KitVersionFieldsProps {
  readonly kits: readonly Pick<Kit, 'id' | 'name' | 'owner'>[];
  readonly kitId: string | null;
  readonly onKit: (kitId: string | null) => void;
  readonly versions: readonly { readonly id: string; readonly version: string }[];
  readonly isLoading: boolean;
  readonly versionId: string | null;
  readonly onVersion: (versionId: string | null) => void;
}

/** Selects a kit and a version. */
export function KitVersionFields({
  kits,
  kitId,
  onKit,
  versions,
  isLoading,
  versionId,
  onVersion,
}: KitVersionFieldsProps) {
  return (
    <div className={styles['pair']}>
      <Select label={words.kit} required searchable data={kitOptions(kits)} value={kitId} onChange={onKit} />
      <Select
        label={words.kitVersion}
        required
        disabled={kitId === null}
        {...(isLoading && { nothingFoundMessage: text.common.loading })}
        data={versions.map(({ id, version }) => ({ value: id, label: version }))}
        value={versionId}
        onChange={onVersion}
      />
    </div>
  );
}
