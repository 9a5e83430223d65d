import { ZONE_TEMPERATURE_STEP } from '@curvewell/domain';
import { ActionIcon, Button, Switch, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { confirm } from '../../../shared/ui/dialogs/confirm.tsx';
import {
  changePhase,
  changeZone,
  combinationsWith,
  freeLetters,
  withoutPhase,
  withoutZone,
  withZone,
  type PhaseChange,
} from '../draft/draft-edits.ts';
import type { PhaseDraft, ZoneDraft } from '../draft/kit-draft.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './phases.module.css';
import { type Limit, ThresholdHint } from '../threshold/threshold-hint.tsx';
import { fieldId } from './field-id.ts';
import { LetterSelect } from './letter-select.tsx';
import { NumberField } from './number-field.tsx';

const words = text.kits.phases;
const fields = text.kits.fields;
const ICON = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

/** The fields of one phase. They edit the same values as the chart's handles. */
export function PhaseFields({ phase }: { readonly phase: PhaseDraft }) {
  const { draft, issues, isLocked, edit, onFocus } = useKitEditing();
  const { phaseType: type, zones } = phase;
  const own = issues.filter((issue) => issue.phase === type && issue.zone === null);
  const [limit, setLimit] = useState<Limit | null>(null);
  const hintId = useId();
  const hintOf = (of: Limit): string => `${hintId}-${of}`;
  const change = (next: PhaseChange): void =>
    edit((channel) => changePhase(channel, type, next), `${type} ${Object.keys(next).join()}`);
  const remove = async () => {
    const letters = zones.map(({ name }) => name).filter((name) => name !== '');
    const lost = combinationsWith(draft, letters).length;
    const isAgreed =
      letters.length === 0 ||
      (await confirm({
        title: words.removePhaseQuestion(type),
        text: words.goWithIt(letters, lost),
        destroys: true,
      }));
    if (isAgreed) edit((channel) => withoutPhase(channel, type));
  };

  return (
    <section className={styles['phase']} aria-label={type}>
      <div className={styles['phase-head']}>
        <h3 className={styles['phase-type']}>{type}</h3>
        <NumberField
          id={fieldId(type, null)}
          label={fields.minThreshold}
          describedBy={hintOf('minThreshold')}
          value={phase.minThreshold}
          error={own.some(({ message }) => message.startsWith(fields.minThreshold))}
          onFocus={() => {
            setLimit('minThreshold');
            onFocus({ kind: 'threshold', phase: type, zone: null });
          }}
          onChange={(minThreshold) => change({ minThreshold })}
        />
        <NumberField
          label={fields.slopeThreshold}
          describedBy={hintOf('slopeThreshold')}
          value={phase.slopeThreshold}
          onFocus={() => setLimit('slopeThreshold')}
          max={1000}
          onChange={(slopeThreshold) => change({ slopeThreshold })}
        />
        <NumberField
          label={fields.minQuality}
          describedBy={hintOf('minQuality')}
          value={phase.minQuality}
          onFocus={() => setLimit('minQuality')}
          max={1}
          step={0.05}
          onChange={(minQuality) => change({ minQuality })}
        />
        <ThresholdHint
          phase={phase}
          limit={limit}
          idOf={hintOf}
          onOpen={() => {
            document.getElementById(fieldId(type, null))?.focus();
          }}
        />
      </div>
      <div className={styles['zones']} role="group" aria-label={text.kits.phases.title}>
        <span>{fields.zone}</span>
        <span>{fields.min}</span>
        <span>{fields.max}</span>
        <span>{fields.label}</span>
        <span>{fields.ownThreshold}</span>
        <span>{fields.ownQuality}</span>
        <span />
        {zones.map((zone, index) => (
          <ZoneRow key={index} phase={phase} zone={zone} index={index} />
        ))}
      </div>
      {!isLocked && (
        <div className={styles['phase-foot']}>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus {...ICON} />}
            aria-label={words.addZoneTo(type)}
            disabled={freeLetters(draft).length === 0}
            onClick={() => edit((channel) => withZone(channel, type, { minTemp: null, maxTemp: null }))}
          >
            {words.addZone}
          </Button>
          <Switch
            ml="auto"
            size="sm"
            labelPosition="left"
            label={fields.inversed}
            disabled={type === 'ANNEAL'}
            checked={phase.inversed}
            onChange={(event) => change({ inversed: event.currentTarget.checked })}
          />
          <Button
            variant="subtle"
            color="gray"
            c="var(--ink2)"
            size="compact-sm"
            leftSection={<IconMinus {...ICON} />}
            aria-label={words.removePhase(type)}
            onClick={() => void remove()}
          >
            {words.addPhase}
          </Button>
        </div>
      )}
      {isLocked && phase.inversed && <p className={styles['locked-label']}>{fields.inversed}</p>}
    </section>
  );
}

interface ZoneRowProps {
  readonly phase: PhaseDraft;
  readonly zone: ZoneDraft;
  readonly index: number;
}

function ZoneRow({ phase: { phaseType: phase }, zone, index }: ZoneRowProps) {
  const { draft, issues, isLocked, edit, onFocus } = useKitEditing();
  const place = { phase, index };
  const { name } = zone;
  const own = issues.filter((issue) => issue.phase === phase && issue.zone === index);
  const isWrong = own.length > 0;
  const change = (next: Partial<ZoneDraft>): void =>
    edit((channel) => changeZone(channel, place, next), `${phase} ${index} ${Object.keys(next).join()}`);
  const remove = async () => {
    const lost = combinationsWith(draft, [name]).length;
    const isAgreed =
      name === '' ||
      (await confirm({ title: words.removeZoneQuestion(name), text: words.lose(lost), destroys: true }));
    if (isAgreed) edit((channel) => withoutZone(channel, place));
  };
  const edge = (which: 'minTemp' | 'maxTemp', label: string) => (
    <NumberField
      isBare
      {...(which === 'minTemp' && { id: fieldId(phase, index) })}
      label={fields.ofZone(label, name)}
      value={zone[which]}
      step={ZONE_TEMPERATURE_STEP}
      decimals={3}
      max={110}
      error={isWrong}
      onFocus={() => onFocus({ kind: 'edge', phase, zone: index, edge: which })}
      onChange={(value) => change({ [which]: value })}
    />
  );

  return (
    <>
      <LetterSelect value={name} onChange={(letter) => change({ name: letter })} />
      {edge('minTemp', fields.min)}
      {edge('maxTemp', fields.max)}
      {isLocked ? (
        <span className={styles['locked-value']}>{zone.label}</span>
      ) : (
        <TextInput
          size="xs"
          aria-label={fields.ofZone(fields.label, name)}
          value={zone.label}
          maxLength={100}
          onChange={(event) => change({ label: event.currentTarget.value })}
        />
      )}
      <NumberField
        isBare
        label={fields.ofZone(fields.ownThreshold, name)}
        value={zone.minThreshold}
        placeholder="–"
        onFocus={() => onFocus({ kind: 'threshold', phase, zone: index })}
        onChange={(minThreshold) => change({ minThreshold })}
      />
      <NumberField
        isBare
        label={fields.ofZone(fields.ownQuality, name)}
        value={zone.minQuality}
        placeholder="–"
        max={1}
        onChange={(minQuality) => change({ minQuality })}
      />
      {isLocked ? (
        <span />
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={22}
          aria-label={words.removeZone(name)}
          onClick={() => void remove()}
        >
          <IconMinus {...ICON} />
        </ActionIcon>
      )}
    </>
  );
}
