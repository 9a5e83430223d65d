import type { FirstSteps } from '@curvewell/contracts';
import { Button, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';

import { analyserQueries } from '../../data/analysers.ts';
import { useChooseAnalyser } from '../../data/first-steps.ts';
import { text } from '../../locale/text.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { toastError } from '../../shared/ui/messages/toast.tsx';
import { StepRow } from './step-row.tsx';
import type { StepState } from './step-states.ts';

const words = text.firstSteps;

interface AnalyserStepProps {
  readonly steps: FirstSteps;
  readonly state: StepState;
}

/** The analyser of the laboratory, from a menu of the analysers. */
export function AnalyserStep({ steps: { analyser, ask }, state }: AnalyserStepProps) {
  const { data = [] } = useQuery(analyserQueries.list);
  const analysers = data.filter(({ active }) => active);
  const { mutate, isPending } = useChooseAnalyser();
  const navigate = useNavigate();
  const choose = (analyserId: string): void =>
    mutate(analyserId, {
      onError: (error) => toastError(words.analyser.notSaved, error),
    });
  return (
    <StepRow
      number={1}
      title={words.analyser.title}
      state={state}
      sentence={
        analyser === null ? words.analyser.open(analysers.length) : words.analyser.done(analyser.name)
      }
      action={
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant={state.isDone ? 'subtle' : state.isNow ? 'filled' : 'default'}
              {...(state.isDone && { color: 'gray', 'aria-label': words.changeOf(words.analyser.title) })}
              loading={isPending}
            >
              {state.isDone ? words.change : words.analyser.choose}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
            {analysers.map(({ id, name, confidence }) => (
              <Menu.Item key={id} onClick={() => choose(id)}>
                {name}
                <Text component="span" display="block" c="dimmed" fz={12}>
                  {text.confidence[confidence]}
                </Text>
              </Menu.Item>
            ))}
            <Menu.Divider />
            {ask.kits === null ? (
              <Menu.Item onClick={() => void navigate(paths.newAnalyser())}>{words.analyser.other}</Menu.Item>
            ) : (
              <Menu.Label>{words.analyser.ask(ask.kits)}</Menu.Label>
            )}
            <Menu.Label maw={340}>{text.unlistedAnalysers}</Menu.Label>
          </Menu.Dropdown>
        </Menu>
      }
    />
  );
}
