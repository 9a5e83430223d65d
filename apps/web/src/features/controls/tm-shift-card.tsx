import { tmShiftText, type ControlTmShifts } from '@curvewell/contracts';
import { Anchor, Table } from '@mantine/core';
import { Link } from 'react-router-dom';

import { text } from '../../locale/text.ts';
import { signed } from './control-words.ts';
import styles from './controls.module.css';
import { Sparkline } from './sparkline.tsx';

const words = text.controls.tmShift;

/** How far the controls of each run melted from the kit, and what followed, newest first. */
export function TmShiftCard({ points }: Pick<ControlTmShifts, 'points'>) {
  return (
    <section className={styles['lots']} aria-label={words.title}>
      <div className={styles['bar']}>
        <h2 className={styles['title']}>{words.title}</h2>
        <Sparkline values={points.slice(-WATCHED).map(({ median }) => median)} />
      </div>
      <div className={styles['lotsBody']}>
        <Table className={styles['lotTable'] ?? ''} aria-label={words.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words.run}</Table.Th>
              {[words.shift, words.error, words.controls].map((head) => (
                <Table.Th key={head} scope="col" ta="right">
                  {head}
                </Table.Th>
              ))}
              <Table.Th scope="col">{words.zones}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {points.toReversed().map((point) => (
              <Table.Tr key={`${point.runId} ${point.kitVersion}`}>
                <Table.Td className="mono">
                  <Anchor component={Link} to={`/run/${point.runId}/interpretation`} inherit>
                    {point.businessId}
                  </Anchor>
                </Table.Td>
                <Table.Td ta="right">{point.median === null ? '–' : signed(point.median, 2)}</Table.Td>
                <Table.Td ta="right">{point.error === null ? '–' : point.error.toFixed(2)}</Table.Td>
                <Table.Td ta="right">{point.controls}</Table.Td>
                <Table.Td title={tmShiftText(point)}>{words.decision[point.decision]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

/** So many runs make the small picture. */
const WATCHED = 30;
