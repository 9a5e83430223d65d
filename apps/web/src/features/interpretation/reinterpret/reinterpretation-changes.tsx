import type { Reinterpretation, ReinterpretedWell, OverrideAnswer } from '@curvewell/domain';
import { Group, Radio, VisuallyHidden } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { ResultCode } from '../../../shared/ui/badges/result-code.tsx';
import styles from './reinterpretation.module.css';

interface ReinterpretationChangesProps {
  readonly shown: Reinterpretation;
  readonly overrides: Readonly<Record<string, OverrideAnswer>>;
  readonly onAnswer: (wellId: string, answer: OverrideAnswer) => void;
}

const words = text.reinterpretation;

/** The wells whose call would change, with remarks. */
export function ReinterpretationChanges({ shown, overrides, onAnswer }: ReinterpretationChangesProps) {
  const { wells } = shown;
  const isAsked = wells.some((well) => well.override !== null);
  return (
    <>
      <Counts shown={shown} />
      {wells.length > 0 && (
        <div className={styles['scroll']} tabIndex={0} role="group" aria-label={words.table}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th>{words.heads.well}</th>
                <th>{words.heads.then}</th>
                <th>{words.heads.now}</th>
                <th>{words.heads.why}</th>
                {isAsked && <th>{words.heads.override}</th>}
              </tr>
            </thead>
            <tbody>
              {wells.map((well) => (
                <tr key={well.wellId}>
                  <th scope="row">
                    {well.position} <span className={styles['small']}>{well.channel}</span>
                    {well.name !== null && <div className={styles['small']}>{well.name}</div>}
                  </th>
                  <td>
                    <Call call={well.then} />
                  </td>
                  <td>
                    <Call call={well.now} />
                  </td>
                  <td className={styles['why']}>{well.reason ?? (well.now ?? well.then)?.sentence}</td>
                  {isAsked && (
                    <td>
                      <OverrideChoice well={well} answer={overrides[well.wellId]} onAnswer={onAnswer} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Counts({
  shown: { wells, unchanged, otherFigures, keptOverrides },
}: Pick<ReinterpretationChangesProps, 'shown'>) {
  const { counts } = words;
  const added = wells.filter(({ then }) => then === null).length;
  const removed = wells.filter(({ now }) => now === null).length;
  const changed = wells.length - added - removed;
  const stay = [
    counts.unchanged(unchanged),
    ...(otherFigures > 0 ? [counts.otherFigures(otherFigures)] : []),
    ...(keptOverrides > 0 ? [counts.keptOverrides(keptOverrides)] : []),
  ];
  return (
    <ul className={styles['counts']} aria-label={counts.label}>
      {changed > 0 && <li data-kind="changed">{counts.changed(changed)}</li>}
      {added > 0 && <li data-kind="changed">{counts.added(added)}</li>}
      {removed > 0 && <li data-kind="changed">{counts.removed(removed)}</li>}
      {wells.length === 0 && otherFigures === 0 && <li>{words.nothing}</li>}
      <li>{stay.join(', ')}</li>
    </ul>
  );
}

function Call({ call }: { readonly call: ReinterpretedWell['then'] }) {
  if (call === null) return <span className={styles['small']}>{words.notRead}</span>;
  return (
    <span className={styles['call']}>
      <ResultCode result={call.diagnosticColor} named />
    </span>
  );
}

interface OverrideChoiceProps {
  readonly well: ReinterpretedWell;
  readonly answer: OverrideAnswer | undefined;
  readonly onAnswer: ReinterpretationChangesProps['onAnswer'];
}

/** An override, and whether to keep it with a different suggestion. */
function OverrideChoice({
  well: { wellId, position, channel, now, override },
  answer,
  onAnswer,
}: OverrideChoiceProps) {
  if (override === null) return null;
  return (
    <>
      <span className={styles['call']}>
        <ResultCode result={override.diagnosticColor} named />
      </span>
      <div className={styles['small']}>
        {words.override(override.byName)}
        {override.comment !== null && `, “${override.comment}”`}
      </div>
      {now === null ? (
        <div className={styles['small']}>{words.goneOverride}</div>
      ) : (
        <Radio.Group
          label={<VisuallyHidden>{words.answer(position, channel)}</VisuallyHidden>}
          value={answer ?? null}
          onChange={(value) => onAnswer(wellId, value)}
        >
          <Group gap={12} pt={4}>
            <Radio size="xs" value="keep" label={words.keep} />
            <Radio size="xs" value="drop" label={words.drop} />
          </Group>
        </Radio.Group>
      )}
    </>
  );
}
