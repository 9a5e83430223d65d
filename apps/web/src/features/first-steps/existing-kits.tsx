import type { FirstSteps } from '@curvewell/contracts';
import { Anchor, Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';

import { useCan } from '../../data/identity.ts';
import { text } from '../../locale/text.ts';
import { paths } from '../../shared/navigation/paths.ts';
import styles from './first-steps.module.css';

const words = text.firstSteps.kit;

interface ExistingKitsProps {
  readonly steps: FirstSteps;
  readonly isPrimary: boolean;
}

/** Kits that lack only a lot, or settings for the analyser; the button leads to where these are added. */
export function ExistingKits({ steps: { openKits, analyser, ask }, isPrimary }: ExistingKitsProps) {
  const can = useCan();
  const [chosen, choose] = useState<string | null>(null);
  const kit = openKits.find(({ versionId }) => versionId === chosen) ?? openKits[0];
  return (
    <section className={styles['way']} aria-label={words.existing}>
      <h4>{words.existing}</h4>
      {kit === undefined ? (
        <p>{ask.lots === null ? words.noneExisting : words.askLot(ask.lots)}</p>
      ) : (
        <Radio.Group value={kit.versionId} onChange={choose} aria-label={words.existing}>
          <div className={styles['kits']}>
            {openKits.map((one) => (
              <Radio
                key={one.versionId}
                value={one.versionId}
                label={`${one.kit} ${one.version}`}
                description={
                  one.lacks === 'lot' ? words.lacksLot : words.lacksAnalyser(analyser?.name ?? null)
                }
              />
            ))}
          </div>
        </Radio.Group>
      )}
      <div className={styles['wayFoot']}>
        {can('READ_KIT_CONFIG_ADMIN') && (
          <Anchor component={Link} to={paths.configurationTab('kits')} size="sm">
            {words.all}
          </Anchor>
        )}
        {kit === undefined
          ? can('IMPORT_KIT') && (
              <Button component={Link} to={paths.kitImport()} variant="default">
                {words.fromFile}
              </Button>
            )
          : (kit.lacks === 'lot' ? ask.lots : ask.kits) === null && (
              <Button
                component={Link}
                to={addressOf(kit, analyser)}
                variant={isPrimary ? 'filled' : 'default'}
              >
                {words.use}
              </Button>
            )}
      </div>
    </section>
  );
}

const addressOf = (
  { kitId, versionId, lacks }: FirstSteps['openKits'][number],
  analyser: FirstSteps['analyser'],
): string =>
  lacks === 'lot'
    ? paths.lots({ kitId, versionId, search: '' })
    : paths.kitOn({ kitId, versionId, analyserId: analyser?.id ?? '' });
