import type { FirstSteps } from '@curvewell/contracts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';

import { useCan } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ExistingKits } from './existing-kits.tsx';
import styles from './first-steps.module.css';
import { StepRow } from './step-row.tsx';
import type { StepState } from './step-states.ts';

const words = text.firstSteps;

/** The kit of the laboratory: an existing one, or one made on its own curves. */
export function KitStep({ steps, state }: { readonly steps: FirstSteps; readonly state: StepState }) {
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  const { kit, ask } = steps;
  const mayAct = ask.kits === null || ask.lots === null;
  const isUnfolded = mayAct && kit === null && (state.isNow || isOpen);
  return (
    <StepRow
      number={2}
      title={words.kit.title}
      state={state}
      sentence={kit === null ? openSentence(steps, isUnfolded) : doneSentence(kit)}
      action={
        kit !== null ? (
          can('READ_KIT_CONFIG_ADMIN') && (
            <Button
              component={Link}
              to={paths.configurationTab('kits')}
              variant="subtle"
              color="gray"
              aria-label={words.changeOf(words.kit.title)}
            >
              {words.change}
            </Button>
          )
        ) : mayAct && !isUnfolded ? (
          <Button variant="default" onClick={() => setOpen(true)}>
            {words.kit.choose}
          </Button>
        ) : null
      }
    >
      {isUnfolded ? (
        <div className={styles['ways']}>
          <ExistingKits steps={steps} isPrimary={state.isNow} />
          {ask.kits === null && <OwnKit isPrimary={state.isNow && steps.openKits.length === 0} />}
        </div>
      ) : undefined}
    </StepRow>
  );
}

function openSentence({ ask }: FirstSteps, isUnfolded: boolean): string {
  if (isUnfolded) return words.kit.meaning;
  if (ask.kits !== null && ask.lots !== null) return words.kit.ask(ask.kits);
  return words.kit.open;
}

const doneSentence = ({ kit, version, lot, others }: NonNullable<FirstSteps['kit']>): string =>
  others === 0
    ? words.kit.done(`${kit} ${version}`, lot)
    : words.kit.doneOf(`${kit} ${version}`, lot, others);

function OwnKit({ isPrimary }: { readonly isPrimary: boolean }) {
  return (
    <section className={styles['way']} aria-label={words.kit.own}>
      <h4>{words.kit.own}</h4>
      <div className={styles['own']}>
        <ZonesPicture />
        <p>{words.kit.ownText}</p>
      </div>
      <div className={styles['wayFoot']}>
        <Button component={Link} to={paths.newKit()} variant={isPrimary ? 'filled' : 'default'}>
          {words.kit.make}
        </Button>
      </div>
    </section>
  );
}

/** Two curves, each with its zone. */
function ZonesPicture() {
  return (
    <svg width="118" height="82" viewBox="0 0 118 82" role="img" aria-label={words.kit.picture}>
      <rect x="18" y="6" width="34" height="62" className={styles['zone']} />
      <rect x="66" y="6" width="34" height="62" className={styles['zone']} />
      <path d="M4 66c14 0 20-2 25-30s7-28 12 0 8 30 40 30h32" className={styles['curve']} />
      <path d="M4 67c44 0 56-2 66-34s10-30 17-4 10 37 27 38" className={styles['curve']} data-second />
      <path d="M2 68.5h114" className={styles['axis']} />
      <text x="35" y="80" textAnchor="middle">
        A
      </text>
      <text x="83" y="80" textAnchor="middle">
        B
      </text>
    </svg>
  );
}
