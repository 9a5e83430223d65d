import { DEFAULT_LOT_EXPIRATION, factsOf, type Run } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';

import { decisionQueries } from '../../data/decisions.ts';
import { useSetRunDate } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { formatDay } from '../../shared/format/format.ts';
import { SetRunDate } from '../../shared/ui/fields/set-run-date.tsx';
import { useOpenCheck } from './check-context.ts';
import { CheckSection, FactRows, FactWells, Rows, useSectionRules } from './check-section.tsx';
import classes from './check.module.css';

const texts = text.decision;
const words = texts.file;

const KINDS = ['kitStatus', 'tmShift', 'expiredLots', 'openLots', 'runDate', 'importDoubts'] as const;

export function KitLotAndFile() {
  const { run, check } = useOpenCheck();
  const { doubts, demands } = check;
  const facts = KINDS.map((kind) => [kind, factsOf(doubts, kind)] as const).filter(([, of]) => of.length > 0);
  const count = doubts.plate.length + facts.reduce((total, [, of]) => total + of.length, 0);
  const rules = useSectionRules(KINDS);
  const isNoteOnly = facts.every(([kind]) => (demands[kind] ?? 'note') === 'note');
  // Notes have no rule of their own, so they share one only with other notes.
  const isShared = rules.shared !== null && (doubts.plate.length === 0 || isNoteOnly);
  if (count === 0)
    return (
      <CheckSection
        kinds={KINDS}
        look="calm"
        title={words.title}
        note={demands.kitStatus === undefined ? words.none : <CalmFile run={run} />}
      />
    );
  return (
    <CheckSection
      kinds={KINDS}
      look="warning"
      title={words.title}
      count={String(count)}
      rule={facts.length === 0 ? 'note' : isShared ? rules.shared : null}
    >
      {facts.map(([kind, of]) => (
        <FactRows
          key={kind}
          kind={kind}
          rule={isShared ? null : (demands[kind] ?? null)}
          rows={of.map(({ text: sentence, positions }) => ({
            sentence,
            link: kind === 'runDate' ? <SetDate /> : <FactWells positions={positions} />,
          }))}
        />
      ))}
      <Rows items={doubts.plate}>
        {({ text: sentence, positions }) => (
          <div key={sentence} className={classes['row']}>
            <span className={classes['why']}>{sentence}.</span>
            <FactWells positions={positions} />
            {!isShared && facts.length > 0 && (
              <span className={classes['end']}>
                <span className={classes['rule']}>{texts.rule('note')}</span>
              </span>
            )}
          </div>
        )}
      </Rows>
    </CheckSection>
  );
}

/** Further lots are only counted. */
const NAMED_LOTS = 2;

/** “Validated on this analyser, CFX96. Lot 26B0417 expires 31-03-2027” */
function CalmFile({ run }: { readonly run: Run }) {
  const { analyses, instrumentName } = run;
  const lots = new Map(
    analyses
      .flatMap(({ wells }) => Object.values(wells))
      .flatMap(({ lot }) =>
        lot === null || lot.expirationDate === DEFAULT_LOT_EXPIRATION ? [] : [[lot.id, lot]],
      ),
  );
  return (
    <>
      {words.validated(instrumentName)}
      {lots.size > NAMED_LOTS && `. ${words.lots(lots.size)}`}
      {lots.size <= NAMED_LOTS &&
        [...lots.values()].map(({ id, name, expirationDate }) => (
          <Fragment key={id}>
            . {words.lot}
            <code>{name}</code>
            {words.expires}
            {formatDay(expirationDate)}
          </Fragment>
        ))}
    </>
  );
}

/** Lets users who may change the run set its date if the files contain none. */
function SetDate() {
  const { run, check, isReadOnly } = useOpenCheck();
  const { mutateAsync } = useSetRunDate(run.id);
  const { refetch } = useQuery(decisionQueries.check(run.id, check.decision));
  if (isReadOnly || !run.permissions.canUpdate) return null;
  return (
    <SetRunDate
      variant="default"
      size="compact-sm"
      run={run}
      onSet={async (runDate) => {
        await mutateAsync({ revision: run.revision, runDate });
        await refetch();
      }}
    />
  );
}
