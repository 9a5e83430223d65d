import {
  builtInDiagnosticSchema,
  colorSchema,
  DIAGNOSTIC_CATALOGUE,
  diagnosticLetters,
  diagnosticText,
} from '@curvewell/domain';
import { Alert, Button, Popover, TextInput, UnstyledButton, useComputedColorScheme } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';

import { text } from '../../../locale/text.ts';
import { mostSimilar, type Painted } from '../../colour/colour-vision.ts';
import { edgeOf, textOn } from '../../colour/diagnostic-palette.ts';
import { recentColours, rememberColour } from '../../colour/recent-colours.ts';
import styles from './colour-picker.module.css';
import { DiagnosticPreview } from './diagnostic-preview.tsx';

const words = text.diagnostics.picker;

interface ColourPickerProps {
  /** Label of the button: “Colour #ffd60f, row 3”. */
  readonly label: string;
  readonly diagnostic: string;
  /** The kit's own letters; if omitted, those of the catalogue. */
  readonly letters?: string | undefined;
  readonly kit: string;
  readonly value: string;
  /** The other diagnostics of the kit, whose colours must differ. */
  readonly others: readonly Painted[];
  readonly onChange: (color: string) => void;
}

/** A colour field that opens the palette, recent colours and a field for any other colour. */
export function ColourPicker(props: ColourPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const { label, value } = props;
  const scheme = useComputedColorScheme('light');
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={416}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          className={styles['button'] ?? ''}
          aria-label={label}
          onClick={() => setOpen(!isOpen)}
        >
          <span
            className={styles['swatch']}
            style={{ background: value, borderColor: edgeOf(value, scheme) }}
          />
          <span className="mono">{value}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        {isOpen && <Picker {...props} onClose={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Picker({
  diagnostic,
  letters,
  kit,
  value,
  others,
  onChange,
  onClose,
}: ColourPickerProps & { readonly onClose: () => void }) {
  const [typed, setTyped] = useState(value);
  const scheme = useComputedColorScheme('light');
  const picked = colorSchema.safeParse(typed.trim().toLowerCase()).data;
  const alike = picked === undefined ? null : mostSimilar(picked, others);
  const recent = recentColours();
  const take = () => {
    if (picked === undefined) return;
    rememberColour(picked);
    onChange(picked);
    onClose();
  };
  return (
    <div className={styles['picker']}>
      <div className={styles['head']}>
        <h3 className={styles['title']}>
          {words.title(
            diagnosticLetters({ diagnostic: { name: diagnostic, label: diagnostic }, letters }),
            diagnosticText(diagnostic),
          )}
        </h3>
        <span className={styles['note']}>{words.kit(kit)}</span>
      </div>
      <div className={styles['palette']} role="group" aria-label={words.palette}>
        {builtInDiagnosticSchema.options.map((name) => {
          const { fill, label, letters: code } = DIAGNOSTIC_CATALOGUE[name];
          return (
            <UnstyledButton
              key={name}
              aria-label={words.ofDiagnostic(code, label)}
              aria-pressed={picked === fill}
              title={label}
              style={{ background: fill, color: textOn(fill), borderColor: edgeOf(fill, scheme) }}
              onClick={() => setTyped(fill)}
            >
              {code}
            </UnstyledButton>
          );
        })}
      </div>
      {recent.length > 0 && (
        <div className={styles['recent']} role="group" aria-label={words.recent}>
          <span className={styles['note']}>{words.recent}</span>
          {recent.map((color) => (
            <UnstyledButton
              key={color}
              aria-label={words.ofRecent(color)}
              aria-pressed={picked === color}
              style={{ background: color, borderColor: edgeOf(color, scheme) }}
              onClick={() => setTyped(color)}
            />
          ))}
        </div>
      )}
      <div className={styles['own']}>
        <TextInput
          className={styles['hex'] ?? ''}
          classNames={{ input: 'mono' }}
          label={words.hex}
          maxLength={7}
          value={typed}
          error={picked === undefined ? words.wrongHex : undefined}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') take();
          }}
        />
        <div className={styles['preview']}>
          {words.preview}
          <DiagnosticPreview diagnostic={diagnostic} color={picked ?? value} letters={letters} />
        </div>
      </div>
      {alike !== null && (
        <Alert color="warning" role="status" p={8} icon={<IconAlertTriangle size={16} stroke={1.6} />}>
          {words.tooSimilar(alike.label, words.visions[alike.vision], alike.difference.toFixed(1))}
        </Alert>
      )}
      <div className={styles['acts']}>
        <Button size="xs" variant="default" onClick={onClose}>
          {text.common.cancel}
        </Button>
        <Button size="xs" disabled={picked === undefined} onClick={take}>
          {words.use}
        </Button>
      </div>
    </div>
  );
}
