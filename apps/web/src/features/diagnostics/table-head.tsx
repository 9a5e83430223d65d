import { Table } from '@mantine/core';

import { text } from '../../locale/text.ts';
import styles from './diagnostics.module.css';

const { columns } = text.diagnostics;

/** The heads of the columns; with all kits, the kit in place of SNOMED CT. */
export function TableHead({ hasKit }: { readonly hasKit: boolean }) {
  const heads = [
    ...(hasKit ? [[columns.kit, 'colKit'] as const] : []),
    [columns.code, 'colCode'],
    [columns.diagnostic, 'colName'],
    [columns.label, 'colLabel'],
    [columns.lisCode, 'colLis'],
    ...(hasKit ? [] : [[columns.snomedCt, 'colSnomed'] as const]),
    [columns.look, 'colLook'],
    [columns.used, 'colUsed'],
  ] as const;
  return (
    <Table.Thead className={styles['head'] ?? ''}>
      <Table.Tr>
        {heads.map(([column, size]) => (
          <Table.Th key={column} scope="col" className={styles[size] ?? ''}>
            {column}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}
