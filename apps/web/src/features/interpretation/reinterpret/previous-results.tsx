import {
  callSentence,
  compareChannels,
  comparePositions,
  effectiveChanges,
  type ChartWell,
  type FormerInterpretation,
} from '@curvewell/domain';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { interpretationQueries } from '../../../data/interpretation.ts';
import { text } from '../../../locale/text.ts';
import { messageOf } from '../../../shared/api/api-problem.ts';
import { formatDateTime } from '../../../shared/format/format.ts';
import { shortHash } from '../../../shared/format/short-hash.ts';
import { ResultCode } from '../../../shared/ui/badges/result-code.tsx';
import styles from './reinterpretation.module.css';

interface PreviousResultsProps {
  readonly runId: string;
  readonly interpretationId: string;
  readonly onClose: () => void;
}

const words = text.reinterpretation.previous;

export function PreviousResults({ runId, interpretationId, onClose }: PreviousResultsProps) {
  const all = useQuery(interpretationQueries.previous(runId));
  const chart = useQuery(interpretationQueries.previousChart({ runId, interpretationId }));
  const previous = all.data?.find(({ id }) => id === interpretationId);
  const error = all.error ?? chart.error;
  return (
    <Modal.Root opened onClose={onClose} size={920} centered returnFocus>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header role="presentation">
          <Modal.Title>{words.title}</Modal.Title>
          <Modal.CloseButton aria-label={text.common.close} />
        </Modal.Header>
        <Modal.Body>
          {error && <p role="alert">{messageOf(error, text.common.noDetail)}</p>}
          {previous && (
            <p className={styles['about']}>
              {words.about({
                by: previous.byName,
                at: formatDateTime(previous.at),
                algorithm: previous.algorithmVersion,
                settings: shortHash(previous.configurationSha256),
              })}
            </p>
          )}
          {previous && chart.data && <Results previous={previous} wells={chart.data} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface ResultsProps {
  readonly previous: FormerInterpretation;
  readonly wells: readonly ChartWell[];
}

function Results({ previous, wells }: ResultsProps) {
  const sorted = wells.toSorted(
    (a, b) => compareChannels(a.channel, b.channel) || comparePositions(a.position, b.position),
  );
  const { heads } = text.reinterpretation;
  return (
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={words.table}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th>{heads.well}</th>
            <th>{words.result}</th>
            <th>{heads.why}</th>
            <th>{heads.override}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ wellId, position, channel, interpretedWellDiagnostics, explanation }) => {
            const set = effectiveChanges(
              previous.updatedDiagnostics.filter((one) => one.wellId === wellId),
            ).at(-1);
            return (
              <tr key={wellId}>
                <th scope="row">
                  {position} <span className={styles['small']}>{channel}</span>
                </th>
                <td>
                  <span className={styles['call']}>
                    <ResultCode result={interpretedWellDiagnostics[0]?.diagnosticColor ?? null} named />
                  </span>
                </td>
                <td className={styles['why']}>{callSentence(explanation)}</td>
                <td>
                  {set && (
                    <>
                      <span className={styles['call']}>
                        <ResultCode result={set.diagnosticColor} named />
                      </span>
                      <div className={styles['small']}>
                        {text.reinterpretation.override(set.byName)}
                        {set.comment !== null && `, “${set.comment}”`}
                      </div>
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
