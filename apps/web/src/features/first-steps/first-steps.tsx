import type { FirstSteps as Steps } from '@curvewell/contracts';
import { Button, Progress } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import { useMe } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { signOut } from '../../shared/identity/sign-in.ts';
import { Screen } from '../../shared/ui/screen/screen.tsx';
import { AnalyserStep } from './analyser-step.tsx';
import styles from './first-steps.module.css';
import { ImportButton } from './import-button.tsx';
import { KitStep } from './kit-step.tsx';
import { LeadPlate } from './lead-plate.tsx';
import { PeopleStep } from './people-step.tsx';
import { StepRow } from './step-row.tsx';
import { openNeeds, STEPS, stepStates } from './step-states.ts';

const words = text.firstSteps;

interface FirstStepsProps {
  readonly steps: Steps;
  /** Above the steps. */
  readonly note: ReactNode;
}

/** The four steps of a laboratory to its first result, in place of the list of runs. */
export function FirstSteps({ steps, note }: FirstStepsProps) {
  const { laboratories } = useMe();
  const needsId = useId();
  const states = stepStates(steps);
  const done = STEPS.filter((name) => states[name].isDone).length;
  const open = openNeeds(steps);
  const needs = open.length === 0 ? '' : words.file.needs(open);
  return (
    <Screen
      title={text.runs.title}
      beside={<span className={styles['laboratory']}>{laboratories[0]?.name}</span>}
      aside={<ImportButton needs={needs} isPrimary={false} reasonId={needsId} />}
    >
      {note}
      <div className={styles['columns']}>
        <section className={styles['card']} aria-labelledby="first-steps-title">
          <div className={styles['head']}>
            <div>
              <h2 id="first-steps-title">{words.title(STEPS.length - done)}</h2>
              <p>{words.intro}</p>
            </div>
            <div className={styles['progress']}>
              <span role="status">{words.progress(done)}</span>
              <Progress value={(100 * done) / STEPS.length} size={6} color="success" aria-hidden />
            </div>
          </div>
          <ol className={styles['steps']}>
            <AnalyserStep steps={steps} state={states.analyser} />
            <KitStep steps={steps} state={states.kit} />
            <PeopleStep steps={steps} state={states.people} />
            <StepRow
              number={4}
              title={words.file.title}
              state={states.file}
              sentence={needs === '' ? words.file.best : `${needs} ${words.file.best}`}
              action={<ImportButton needs={needs} isPrimary={states.file.isNow} reasonId={needsId} />}
            />
          </ol>
          <span id={needsId} className="visually-hidden">
            {needs}
          </span>
        </section>
        <div className={styles['aside']}>
          <section className={styles['card']} aria-labelledby="leads-title">
            <h2 id="leads-title" className={styles['asideTitle']}>
              {words.leads.title}
            </h2>
            <div className={styles['asideBody']}>
              <LeadPlate />
              <p>{words.leads.text}</p>
            </div>
          </section>
          {steps.demonstration !== null && (
            <section className={styles['card']} aria-labelledby="demo-title">
              <div className={styles['asideBody']}>
                <h2 id="demo-title">{words.demo.title}</h2>
                <p>{words.demo.text(steps.demonstration)}</p>
                <Button variant="default" size="xs" w="fit-content" onClick={() => void signOut()}>
                  {words.demo.open}
                </Button>
              </div>
            </section>
          )}
        </div>
      </div>
    </Screen>
  );
}
