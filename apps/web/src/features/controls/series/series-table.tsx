import type { ControlSeries } from '@curvewell/contracts';
import type { ControlMeasure } from '@curvewell/domain';
import { Table, UnstyledButton } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { formatDateTime } from '../../../shared/format/format.ts';
import { signed, valueText } from '../control-words.ts';
import styles from '../controls.module.css';

const words = text.controls;

interface SeriesTableProps {
  readonly series: ControlSeries;
  readonly measure: ControlMeasure;
  readonly label: string;
  readonly focusedId: string | null;
  readonly onFocus: (readingId: string) => void;
}

/** The chart's points as a table, newest first. */
export function SeriesTable({ series, measure, label, focusedId, onFocus }: SeriesTableProps) {
  const lotNames = new Map(series.lots.map(({ lotId, name }) => [lotId, name]));
  const { columns } = words;
  return (
    <Table.ScrollContainer minWidth={480} className={styles['tableFrame'] ?? ''}>
      <Table stickyHeader aria-label={label} className={styles['table'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {[columns.run, columns.point, columns.read, columns.lot].map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
            <Table.Th scope="col" ta="right">
              {words.axis[measure]}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {columns.distance}
            </Table.Th>
            <Table.Th scope="col">{columns.rules}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {series.points.toReversed().map((point) => (
            <Table.Tr key={point.readingId} aria-selected={point.readingId === focusedId}>
              <Table.Td>
                <UnstyledButton className={styles['link'] ?? ''} onClick={() => onFocus(point.readingId)}>
                  {point.businessId}
                </UnstyledButton>
              </Table.Td>
              <Table.Td>{point.position}</Table.Td>
              <Table.Td>
                {point.isDateKnown
                  ? formatDateTime(point.readAt)
                  : words.imported(formatDateTime(point.readAt))}
              </Table.Td>
              <Table.Td className="mono">{lotNames.get(point.lotId)}</Table.Td>
              <Table.Td ta="right">
                {point.value === null ? words.noPeak : valueText(point.value, measure)}
              </Table.Td>
              <Table.Td ta="right">{point.distance !== null && signed(point.distance, 2)}</Table.Td>
              <Table.Td>{point.isExcluded ? words.leftOut : point.rules.join(', ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
