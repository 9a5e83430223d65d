import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';

import { useCan } from '../../../data/identity.ts';
import { useSetRunDate } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { SetRunDate } from '../../../shared/ui/fields/set-run-date.tsx';
import type { PlateFact } from '../state/plate-facts.ts';
import { useReview } from '../state/review-context.ts';
import { samplesOf } from '../state/review-wells.ts';
import { ReplicatesTable } from '../table/replicates-table.tsx';
import { FactIcon } from './whole-plate-strip.tsx';
import classes from './whole-plate.module.css';

const words = text.interpretation.plate;

/** The facts about the whole plate as sentences, with possible actions, and its replicates. */
export function WholePlateList() {
  const { facts, calm, wells, select } = useReview();
  const samples = useMemo(() => samplesOf(wells), [wells]);
  return (
    <>
      <section className={classes['list']} aria-label={words.title}>
        <header className={classes['head']}>
          <h2>{words.title}</h2>
          <span>{words.once}</span>
        </header>
        {facts.length === 0 ? (
          <p className={classes['row']}>
            <IconCircleCheck size={15} stroke={2} aria-hidden="true" className={classes['good']} />
            <span>
              {words.nothing}: {calm}.
            </span>
          </p>
        ) : (
          <ul className={classes['facts']}>
            {facts.map((fact) => (
              <li key={fact.key} className={classes['row']}>
                <FactIcon tone={fact.tone} size={15} />
                <span>{fact.text}</span>
                <FactButton fact={fact} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <ReplicatesTable samples={samples} onOpen={select} />
    </>
  );
}

/** Lets users who may change the run set its date. */
function SetDate() {
  const { run } = useReview();
  const { mutateAsync } = useSetRunDate(run.id);
  if (!run.permissions.canUpdate) return null;
  return (
    <SetRunDate
      size="compact-xs"
      variant="subtle"
      run={run}
      onSet={(runDate) => mutateAsync({ revision: run.revision, runDate })}
    />
  );
}

function FactButton({ fact: { key, action } }: { readonly fact: PlateFact }) {
  const { outlined, outline } = useReview();
  const can = useCan();
  switch (action) {
    case 'show':
      return (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-pressed={outlined?.key === key}
          onClick={() => outline(outlined?.key === key ? null : key)}
        >
          {outlined?.key === key ? words.hide : words.show}
        </Button>
      );
    case 'kit':
      return can('READ_KIT_CONFIG_ADMIN') ? (
        <Button size="compact-xs" variant="subtle" component={Link} to={`${paths.configure()}?tab=kits`}>
          {words.openKit}
        </Button>
      ) : null;
    case 'date':
      return <SetDate />;
    case null:
      return null;
  }
}
