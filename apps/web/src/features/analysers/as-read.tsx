import type { InspectedAnalyser } from '@curvewell/domain';
import { Alert, Table } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { messageOf } from '../../shared/api/api-problem.ts';

const words = text.analysers.form;
const columns = text.importReport.columns;

interface AsReadProps {
  /** Null while no dye has a channel, and while loading. */
  readonly asRead: InspectedAnalyser | null;
  readonly error: Error | null;
}

/** The curves of a test file as the new analyser reads them, or why it does not. */
export function AsRead({ asRead, error }: AsReadProps) {
  if (error !== null) return <Alert color="danger">{messageOf(error, words.notRead)}</Alert>;
  if (asRead === null) return null;
  if (asRead.outcome !== 'reads') return <Alert color="warning">{asRead.problem ?? words.dyesMissing}</Alert>;
  const heads = [columns.channel, words.dye, columns.phase, columns.wells, columns.temperature];
  return (
    <>
      <Table aria-label={words.asRead} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {asRead.curves.map(({ channel, dye, phase, wellCount, temperature: [from, to] }) => (
            <Table.Tr key={`${channel} ${phase}`}>
              <Table.Td>{channel}</Table.Td>
              <Table.Td>{dye}</Table.Td>
              <Table.Td>{phase}</Table.Td>
              <Table.Td>{wellCount}</Table.Td>
              <Table.Td>{words.range(from.toFixed(1), to.toFixed(1))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {asRead.notes.map((note) => (
        <Alert key={note} color="warning">
          {note}
        </Alert>
      ))}
    </>
  );
}
