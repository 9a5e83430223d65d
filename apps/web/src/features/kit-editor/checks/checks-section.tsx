import {
  canBeOutside,
  controlKindSchema,
  type KitVersionSettings,
  MAX_REQUIRED_CONTROLS,
  type TemperatureRange,
  wholeRange,
} from '@curvewell/domain';
import { Select, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Fragment, type ReactNode, useId, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import { useLook } from '../combinations/diagnostic-select.tsx';
import { useKitEditing } from '../kit-editor-context.ts';
import editor from '../kit-editor.module.css';
import styles from './checks.module.css';
import { NumberField } from '../phases/number-field.tsx';
import { ChannelRulesField } from './channel-rules-field.tsx';
import { AmplificationField } from './amplification-field.tsx';
import { checkFieldId } from './check-field-id.ts';
import { ReplicatesField } from './replicates-field.tsx';
import { ShapesField } from './shapes-field.tsx';
import { ShiftField } from './shift-field.tsx';
import { TemplatesField } from './templates-field.tsx';

const words = text.kits.checks;
const NO_CALL = 'no-call';

/** Settings of the version for all channels, such as required controls and peaks outside zones. */
export function ChecksSection({ keptTemplates = null }: { readonly keptTemplates?: ReactNode }) {
  const { version, issues } = useKitEditing();
  const lookOf = useLook();
  const [isOpened, setOpened] = useState(false);
  const id = useId();
  // Keep fields with errors visible.
  const isOpen = isOpened || issues.some(({ phase }) => phase === null);
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  const { outsideId } = version;
  const fields: Readonly<Record<keyof KitVersionSettings, ReactNode>> = {
    requiredControls: <ControlsFields />,
    outsideDiagnostic: <OutsideField />,
    tmShift: <ShiftField />,
    meltTemplates: <TemplatesField kept={keptTemplates} />,
    curveShapes: <ShapesField />,
    replicates: <ReplicatesField />,
    channelRules: <ChannelRulesField />,
    amplification: <AmplificationField />,
  };
  return (
    <section className={styles['checks']} aria-labelledby={`${id}-title`}>
      <UnstyledButton
        className={styles['checks-head'] ?? ''}
        aria-expanded={isOpen}
        aria-controls={`${id}-fields`}
        onClick={() => setOpened(!isOpen)}
      >
        <h3 id={`${id}-title`} className={editor['missing-title']}>
          {words.title}
        </h3>
        {!isOpen && (
          <span>{words.summary(version, outsideId === null ? words.noCall : lookOf(outsideId).name)}</span>
        )}
        <Chevron size={16} stroke={1.6} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <div id={`${id}-fields`} className={styles['checks-fields']}>
          <RangeField />
          {Object.entries(fields).map(([setting, field]) => (
            <Fragment key={setting}>{field}</Fragment>
          ))}
        </div>
      )}
    </section>
  );
}

function ControlsFields() {
  const { version, issues, editVersion } = useKitEditing();
  const isNothing = version.negative === 0 && version.positive === 0;
  return (
    <fieldset className={styles['checks-part']}>
      <legend>
        {words.controls} <small>{words.forEach}</small>
      </legend>
      <div className={styles['checks-numbers']}>
        {controlKindSchema.options.map((kind) => (
          <NumberField
            key={kind}
            id={checkFieldId(kind)}
            label={words.atLeast[kind]}
            decimals={0}
            max={MAX_REQUIRED_CONTROLS}
            value={version[kind]}
            error={issues.some(({ phase, field }) => phase === null && field === kind)}
            onChange={(value) => editVersion((before) => ({ ...before, [kind]: value }), kind)}
          />
        ))}
      </div>
      {isNothing && <p>{words.nothingAsked}</p>}
    </fieldset>
  );
}

function OutsideField() {
  const { version, diagnostics, isLocked, editVersion } = useKitEditing();
  const lookOf = useLook();
  const id = useId();
  const { outsideId } = version;
  const offered = diagnostics.filter((color) => canBeOutside(color) || color.id === outsideId);
  return (
    <fieldset className={styles['checks-part']}>
      <legend>{words.outside}</legend>
      {isLocked ? (
        <span className={editor['diagnostic-text']}>
          {outsideId !== null && <DiagnosticCode look={lookOf(outsideId)} />}
          {outsideId === null ? words.noCall : lookOf(outsideId).name}
        </span>
      ) : (
        <Select
          size="xs"
          aria-label={words.outside}
          aria-describedby={id}
          allowDeselect={false}
          data={[
            { value: NO_CALL, label: words.noCallDefault },
            ...offered.map((color) => ({ value: color.id, label: lookOf(color.id).name })),
          ]}
          value={outsideId ?? NO_CALL}
          leftSection={outsideId === null ? null : <DiagnosticCode look={lookOf(outsideId)} />}
          leftSectionWidth={34}
          renderOption={({ option }) => (
            <span className={editor['diagnostic-text']}>
              {option.value !== NO_CALL && <DiagnosticCode look={lookOf(option.value)} />}
              {option.label}
            </span>
          )}
          onChange={(chosen) =>
            editVersion((before) => ({ ...before, outsideId: chosen === NO_CALL ? null : chosen }), null)
          }
        />
      )}
      <p id={id}>{outsideId === null ? words.noCallText : words.outsideText}</p>
    </fieldset>
  );
}

/** The range that each phase of the channel must read, which follows from its zones, and the range of the run. */
function RangeField() {
  const { channel, draft, curves } = useKitEditing();
  return (
    <fieldset className={styles['checks-wide']}>
      <legend>{text.kits.checks.range.title}</legend>
      {draft.phases.map(({ phaseType, zones }) => {
        const needed = wholeRange(
          zones.flatMap(({ minTemp, maxTemp }): TemperatureRange[] =>
            minTemp === null || maxTemp === null ? [] : [[minTemp, maxTemp]],
          ),
        );
        const read = curves?.get(phaseType)?.domain.x ?? null;
        return (
          <p key={phaseType}>
            {text.kits.checks.range.ofPhase({ phase: `${channel} ${phaseType}`, needed, read })}
          </p>
        );
      })}
      <p>{text.kits.checks.range.text}</p>
    </fieldset>
  );
}
