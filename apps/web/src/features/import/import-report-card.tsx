import type { ImportReport } from '@curvewell/domain';
import { Alert, Button, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId } from 'react';
import { useLocation } from 'react-router-dom';
import { z } from 'zod';

import { text } from '../../locale/text.ts';
import styles from './import-report-card.module.css';
import { formatName, foundIn, partName, rangeOf, temperaturesOf } from './import-report.ts';

const words = text.importReport;
const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** Router state set by the import. */
const fromImportSchema = z.object({ isImported: z.literal(true) });

/** A one-line summary of a run's files. Unfolds on request, and right after the import. */
export function ImportReportCard({ report }: { readonly report: ImportReport }) {
  const isFresh = fromImportSchema.safeParse(useLocation().state).success;
  const [isOpen, { toggle }] = useDisclosure(isFresh);
  const [titleId, detailsId] = [useId(), useId()];
  return (
    <section className={styles['card']} aria-labelledby={titleId}>
      <div className={styles['head']}>
        <h2 id={titleId} className={styles['title']}>
          {words.title}
        </h2>
        <p className={styles['summary']}>{foundIn(report)}</p>
        <Button
          variant="subtle"
          size="xs"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          rightSection={isOpen ? <IconChevronUp {...ICON} /> : <IconChevronDown {...ICON} />}
          onClick={toggle}
        >
          {isOpen ? words.hide : words.show}
        </Button>
      </div>
      {(report.remarks ?? []).map((remark) => (
        <p key={remark} className={styles['remark']}>
          {remark}
        </p>
      ))}
      {report.notes.map((note) => (
        <Alert
          key={note}
          color="warning"
          icon={<IconAlertTriangle {...ICON} />}
          className={styles['note'] ?? ''}
        >
          {note}
        </Alert>
      ))}
      <div id={detailsId} hidden={!isOpen} className={styles['details']}>
        <Curves curves={report.curves} />
        <div className={styles['sources']}>
          <Parts files={report.files} />
          <Ignored ignored={report.ignored} />
          {report.profile && <p className={styles['summary']}>{words.profile(report.profile)}</p>}
        </div>
      </div>
    </section>
  );
}

function Curves({ curves }: Pick<ImportReport, 'curves'>) {
  const columns = words.columns;
  return (
    <Table withTableBorder={false} verticalSpacing={4} className={styles['table'] ?? ''}>
      <Table.Caption>{words.curves}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {[columns.channel, columns.phase, columns.wells, columns.points, columns.temperature].map(
            (column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ),
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {curves.map((curve) => (
          <Table.Tr key={`${curve.channel} ${curve.phase}`}>
            <Table.Td>{words.channel(curve.channel, curve.dye)}</Table.Td>
            <Table.Td>
              {curve.phase}
              {curve.quantity === 'derivative' && ` (${words.derivative})`}
            </Table.Td>
            <Table.Td>{curve.wellCount}</Table.Td>
            <Table.Td>{rangeOf(curve.pointCount)}</Table.Td>
            <Table.Td>{temperaturesOf(curve.temperature)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Parts({ files }: Pick<ImportReport, 'files'>) {
  return files.map((file) => (
    <div key={file.name}>
      <h3 className={styles['file']}>
        {file.name} <span className={styles['format']}>{formatName(file)}</span>
      </h3>
      <ul className={styles['parts']}>
        {file.parts.map((part) => (
          <li key={part.name}>
            <b>{partName(part.name, file)}</b> {words.part(part)}
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Ignored({ ignored }: Pick<ImportReport, 'ignored'>) {
  if (ignored.length === 0) return <p className={styles['summary']}>{words.nothingIgnored}</p>;
  return (
    <div>
      <h3 className={styles['file']}>{words.ignored}</h3>
      <ul className={styles['parts']}>
        {ignored.map(({ file, part, reason }) => (
          <li key={`${file} ${part} ${reason}`}>
            <b>{part}</b> {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
