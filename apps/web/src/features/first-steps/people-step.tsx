import type { FirstSteps } from '@curvewell/contracts';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';

import { useCan } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { StepRow } from './step-row.tsx';
import type { StepState } from './step-states.ts';

const words = text.firstSteps;

interface PeopleStepProps {
  readonly steps: FirstSteps;
  readonly state: StepState;
}

/** The people of the laboratory besides the user. */
export function PeopleStep({ steps: { people, ask }, state }: PeopleStepProps) {
  const can = useCan();
  const page = can('READ_ALL_LABORATORY') ? paths.laboratories() : paths.laboratory();
  const sentence = state.isDone
    ? words.people.done(people.names, people.others)
    : ask.people === null
      ? words.people.open
      : `${words.people.open} ${words.people.ask(ask.people)}`;
  return (
    <StepRow
      number={3}
      title={words.people.title}
      state={state}
      sentence={sentence}
      action={
        ask.people === null &&
        (state.isDone ? (
          <Button
            component={Link}
            to={page}
            variant="subtle"
            color="gray"
            aria-label={words.changeOf(words.people.title)}
          >
            {words.change}
          </Button>
        ) : (
          <Button component={Link} to={page} variant={state.isNow ? 'filled' : 'default'}>
            {words.people.add}
          </Button>
        ))
      }
    />
  );
}
