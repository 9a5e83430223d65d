import { Badge, Button, Table } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { text } from '../../locale/text.ts';
import type { Difference } from './document-differences.ts';
import styles from './transfer.module.css';

const words = text.transfer;
const SHOWN = 10;

interface FileSummaryProps {
  readonly facts: readonly { readonly term: string; readonly value: ReactNode }[];
  /** Null if there is nothing to compare with. */
  readonly against: { readonly version: string; readonly differences: readonly Difference[] } | null;
}

/** The content of the file, and its differences from the data here. */
export function FileSummary({ facts, against }: FileSummaryProps) {
  return (
    <section className={styles['holds']} aria-label={words.holds}>
      <h4 className={styles['part']}>{words.holds}</h4>
      <dl className={styles['facts']}>
        {facts.map(({ term, value }) => (
          <Fact key={term} term={term} value={value} />
        ))}
      </dl>
      {against !== null && (
        <div className={styles['differs']}>
          <h4 className={styles['part']}>{words.against(against.version)}</h4>
          <Differences differences={against.differences} />
        </div>
      )}
    </section>
  );
}

/** In its place until the choices are made. */
export const FileSummaryLater = () => <p className={styles['later']}>{words.holdsLater}</p>;

const Fact = ({ term, value }: FileSummaryProps['facts'][number]) => (
  <>
    <dt>{term}</dt>
    <dd>{value}</dd>
  </>
);

function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  const [isAll, setAll] = useState(false);
  if (differences.length === 0) return <span className={styles['note']}>{words.same}</span>;
  return (
    <>
      <Table className={styles['differences'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {[words.place, words.here, words.inFile].map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(isAll ? differences : differences.slice(0, SHOWN)).map(({ place, here, file }) => (
            <Table.Tr key={place}>
              <Table.Td>{place}</Table.Td>
              <Table.Td>{here ?? words.notHere}</Table.Td>
              <Table.Td fw={600}>{file ?? words.none}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {!isAll && differences.length > SHOWN && (
        <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
          {words.all(differences.length)}
        </Button>
      )}
    </>
  );
}

const COLORS = { known: 'gray', new: 'accent', taken: 'warning', notHere: 'danger' } as const;

/** “known here”, “new”, “name taken”, “not here” */
export const HereMark = ({ is }: { readonly is: keyof typeof COLORS }) => (
  <Badge size="sm" variant="light" color={COLORS[is]} className={styles['mark'] ?? ''}>
    {words[is]}
  </Badge>
);
