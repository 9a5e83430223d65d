import { DEFAULT_TM_SHIFT_LIMIT, tmShiftText } from '@curvewell/domain';
import { Button, Switch } from '@mantine/core';
import { useId } from 'react';

import { text } from '../../../locale/text.ts';
import { changeZone } from '../draft/draft-edits.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './checks.module.css';
import { NumberField } from '../phases/number-field.tsx';
import { checkFieldId } from './check-field-id.ts';
import { meltsOfControls } from './control-melts.ts';

const words = text.kits.checks.shift;
const fields = text.kits.fields;

/** Settings of the Tm shift correction: on or off, its limit, and reference temperatures. */
export function ShiftField() {
  const { version, issues, isLocked, editVersion } = useKitEditing();
  const { tmShift } = version;
  const id = useId();
  return (
    <fieldset className={styles['checks-wide']}>
      <legend>{words.title}</legend>
      <div className={styles['checks-shift']}>
        {isLocked ? (
          <span>{tmShift === null ? words.off : words.byControls}</span>
        ) : (
          <Switch
            size="sm"
            label={words.byControls}
            aria-describedby={id}
            checked={tmShift !== null}
            onChange={({ currentTarget: { checked } }) => {
              const next = checked ? { limit: DEFAULT_TM_SHIFT_LIMIT } : null;
              editVersion((before) => ({ ...before, tmShift: next }), null);
            }}
          />
        )}
        {tmShift !== null && (
          <NumberField
            id={checkFieldId('tmShift')}
            label={words.limit}
            decimals={1}
            step={0.1}
            max={2}
            value={tmShift.limit}
            error={issues.some(({ field }) => field === 'tmShift')}
            onChange={(limit) => editVersion((before) => ({ ...before, tmShift: { limit } }), 'tmShift')}
          />
        )}
      </div>
      <p id={id}>{tmShift === null ? words.offText : words.onText}</p>
      {tmShift !== null && <References />}
    </fieldset>
  );
}

/** The reference Tm of each zone of the channel, beside the Tm of the run's controls. */
function References() {
  const { draft, evaluated, issues, isLocked, edit } = useKitEditing();
  const melts = meltsOfControls(evaluated?.wells ?? []);
  const zones = draft.phases.flatMap(({ phaseType: phase, zones: ofPhase }) =>
    ofPhase.map((zone, index) => ({ zone, place: { phase, index } })),
  );
  const found = zones.filter(({ zone }) => melts.has(zone.name));
  const onRun = evaluated?.wells[0]?.tmShift;
  return (
    <>
      <div className={styles['checks-references']} role="group" aria-label={fields.referenceTm}>
        {zones.map(({ zone, place }) => (
          <NumberField
            key={`${place.phase} ${place.index}`}
            label={fields.ofZone(fields.referenceTm, zone.name)}
            decimals={2}
            step={0.1}
            max={110}
            value={zone.referenceTm ?? null}
            error={issues.some(({ phase, zone: at }) => phase === place.phase && at === place.index)}
            onChange={(referenceTm) =>
              edit(
                (channel) => changeZone(channel, place, { referenceTm }),
                `${place.phase} ${place.index} referenceTm`,
              )
            }
          />
        ))}
      </div>
      {onRun && <p aria-live="polite">{words.onRun(tmShiftText(onRun))}</p>}
      {!isLocked && found.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            edit((channel) =>
              found.reduce(
                (next, { zone, place }) =>
                  changeZone(next, place, { referenceTm: melts.get(zone.name) ?? null }),
                channel,
              ),
            )
          }
        >
          {words.takeFromRun}
        </Button>
      )}
    </>
  );
}
