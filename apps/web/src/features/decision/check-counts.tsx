import { Table } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { ResultCode } from '../../shared/ui/badges/result-code.tsx';
import { useOpenCheck } from './check-context.ts';
import classes from './check.module.css';

export function CheckCounts() {
  const { channels, counts, wellsByChannel } = useOpenCheck().check.doubts;
  const texts = text.decision;
  return (
    <Table className={classes['counts'] ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.counts}</Table.Th>
          {channels.map((channel) => (
            <Table.Th key={channel}>{channel}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {counts.map(({ diagnostic, byChannel }) => (
          <Table.Tr key={diagnostic?.id ?? ''}>
            <Table.Th scope="row">
              <span className={classes['result']}>
                <ResultCode result={diagnostic} named />
              </span>
            </Table.Th>
            {channels.map((channel) => (
              <Table.Td key={channel} data-none={byChannel[channel] === undefined || undefined}>
                {byChannel[channel] ?? 0}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">{texts.total}</Table.Th>
          {channels.map((channel) => (
            <Table.Td key={channel}>{wellsByChannel[channel] ?? 0}</Table.Td>
          ))}
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
}
