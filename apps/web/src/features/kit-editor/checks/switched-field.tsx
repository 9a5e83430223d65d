import { Switch } from '@mantine/core';
import { type ReactNode, useId } from 'react';

import { useKitEditing } from '../kit-editor-context.ts';
import styles from './checks.module.css';

interface SwitchedFieldProps {
  readonly title: string;
  readonly label: string;
  /** The id of the switch, where an issue leads to it. */
  readonly id?: string;
  /** The setting in words, for a user who cannot change it. */
  readonly settings: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  /** What the switch does in its present state. */
  readonly explanation: string;
  readonly children: ReactNode;
}

/** A setting of the kit version with a switch, and the fields it has if it is on. */
export function SwitchedField(props: SwitchedFieldProps) {
  const { title, label, id, settings, isOn, onSwitch, explanation, children } = props;
  const { isLocked } = useKitEditing();
  const explanationId = useId();
  return (
    <fieldset className={styles['checks-wide']}>
      <legend>{title}</legend>
      {isLocked ? (
        <span>{settings}</span>
      ) : (
        <Switch
          {...(id !== undefined && { id })}
          size="sm"
          label={label}
          aria-describedby={explanationId}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => onSwitch(checked)}
        />
      )}
      <p id={explanationId}>{explanation}</p>
      {children}
    </fieldset>
  );
}
