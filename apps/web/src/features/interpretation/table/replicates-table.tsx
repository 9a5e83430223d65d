import {
  hasSampleResult,
  sampleButText,
  sampleFaultText,
  sampleResultLabel,
  sampleTmText,
  upperFirst,
  type Position,
  type SampleResult,
} from '@curvewell/domain';
import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';

import { text } from '../../../locale/text.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import { unfoldAfter } from '../../../shared/ui/lists/unfold.ts';
import { ColumnHeads } from '../../../shared/ui/lists/column-heads.tsx';
import { lookOf } from '../result-look.ts';
import { useReview } from '../state/review-context.ts';
import classes from './replicates-table.module.css';

const words = text.interpretation.replicates;
/** More rows unfold on request. */
const MAX_ROWS = 24;

interface ReplicatesTableProps {
  readonly samples: readonly SampleResult[];
  readonly onOpen: (positions: readonly Position[]) => void;
}

/** Wells with one name: their common result, mean Tm, and whether they agree. Nothing without replicates. */
export function ReplicatesTable({ samples, onOpen }: ReplicatesTableProps) {
  const [isUnfolded, unfold] = useState(false);
  if (samples.length === 0) return null;
  const shown = isUnfolded ? samples : samples.slice(0, MAX_ROWS);
  return (
    <section className={classes['replicates']} aria-label={words.title}>
      <h2>{words.title}</h2>
      <table>
        <ColumnHeads heads={words.heads} />
        <tbody>
          {shown.map((sample) => (
            <SampleRow key={sample.wells[0]?.wellId} sample={sample} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      {shown.length < samples.length && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={({ currentTarget: { previousElementSibling: table } }) =>
            unfoldAfter(table?.querySelector('tbody')?.lastElementChild, () => unfold(true))
          }
        >
          {words.more(samples.length - shown.length)}
        </Button>
      )}
    </section>
  );
}

interface SampleRowProps {
  readonly sample: SampleResult;
  readonly onOpen: (positions: readonly Position[]) => void;
}

function SampleRow({ sample, onOpen }: SampleRowProps) {
  const positions = sample.wells.map(({ position }) => position);
  return (
    <tr>
      <th scope="row">
        <UnstyledButton
          className={classes['name'] ?? ''}
          title={words.select(sample.name)}
          onClick={() => onOpen(positions)}
        >
          {sample.name}
        </UnstyledButton>
        <small>{positions.join(', ')}</small>
      </th>
      <td>
        <Result sample={sample} />
      </td>
      <td>
        {sample.tms.length === 0
          ? words.none
          : sample.tms.map((tm) => (
              <span key={`${tm.phase} ${tm.zone ?? ''}`} className={classes['tm']}>
                {sampleTmText(tm)}
              </span>
            ))}
      </td>
      <td>{sample.wells.length}</td>
      <td data-apart={sample.isApart || undefined}>{sample.isApart ? words.apart : words.agree}</td>
    </tr>
  );
}

/** Controls and standards have no common result. */
function Result({ sample }: { readonly sample: SampleResult }) {
  const { scheme } = useReview();
  if (!hasSampleResult(sample)) return words.none;
  if (sample.result === null) {
    return (
      <>
        <b data-apart>{sampleResultLabel(sample)}</b>
        <small>{upperFirst(sampleFaultText(sample))}.</small>
      </>
    );
  }
  const look = lookOf(sample.result, scheme);
  const but = sampleButText(sample);
  return (
    <>
      <span className={classes['result']}>
        <DiagnosticCode look={look} small /> {look.name}
      </span>
      {but !== '' && <b data-apart>{upperFirst(but)}</b>}
    </>
  );
}
