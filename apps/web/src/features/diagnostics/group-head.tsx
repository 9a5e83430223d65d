import { Table } from '@mantine/core';

import styles from './diagnostics.module.css';

interface GroupHeadProps {
  readonly group: { readonly title: string; readonly note: string } | null;
}

export const GroupHead = ({ group }: GroupHeadProps) =>
  group && (
    <Table.Tr className={styles['group'] ?? ''}>
      <Table.Th scope="rowgroup" colSpan={7}>
        {group.title} <span>{group.note}</span>
      </Table.Th>
    </Table.Tr>
  );
