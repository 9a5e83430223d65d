import type { FirstSteps } from '@curvewell/contracts';

export const STEPS = ['analyser', 'kit', 'people', 'file'] as const;
export type StepName = (typeof STEPS)[number];

export interface StepState {
  readonly isDone: boolean;
  /** The one step with the primary button. */
  readonly isNow: boolean;
}

/** The steps, numbered from 1, that the first file needs and that are not done. */
export const openNeeds = ({ analyser, kit }: Pick<FirstSteps, 'analyser' | 'kit'>): number[] => [
  ...(analyser === null ? [1] : []),
  ...(kit === null ? [2] : []),
];

/** Which steps are done, and which one is next: the first open one that the user may take. */
export function stepStates(steps: FirstSteps): Readonly<Record<StepName, StepState>> {
  const done: Readonly<Record<StepName, boolean>> = {
    analyser: steps.analyser !== null,
    kit: steps.kit !== null,
    people: steps.people.others > 0,
    file: false,
  };
  const may: Readonly<Record<StepName, boolean>> = {
    analyser: true,
    kit: steps.ask.kits === null || steps.ask.lots === null,
    people: steps.ask.people === null,
    file: openNeeds(steps).length === 0,
  };
  const now = STEPS.find((name) => !done[name] && may[name]);
  const state = (name: StepName): StepState => ({ isDone: done[name], isNow: name === now });
  return { analyser: state('analyser'), kit: state('kit'), people: state('people'), file: state('file') };
}
