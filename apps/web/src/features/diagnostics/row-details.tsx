import { diagnosticMeaningSchema, meaningOf } from '@curvewell/domain';
import { Button, Select, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconTrash } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { mostSimilar } from '../../shared/colour/colour-vision.ts';
import { ColourPicker } from '../../shared/ui/fields/colour-picker.tsx';
import type { DiagnosticRowProps } from './row-props.ts';
import { isAbout, shownLetters } from './diagnostic-rows.ts';
import styles from './diagnostics.module.css';
import { usedText } from './used-text.ts';

const words = text.diagnostics;
const MEANINGS = diagnosticMeaningSchema.options.map((value) => ({ value, label: words.meanings[value] }));

/** Meaning, LOINC code of the test and colour of the open row, whether the colour is easy to tell, and where the row is used. */
export function RowDetails(props: DiagnosticRowProps & { readonly problem: string }) {
  const { row, place, kits, kitRows, issue, problem, onChange, onRemove } = props;
  const { key, saved, name, meaning, color } = row;
  const others = kitRows
    .filter((other) => other.key !== key && other.name !== null)
    .map((other) => ({ label: other.label, color: other.color }));
  const alike = mostSimilar(color, others);
  const isFixed = !row.isOwn || saved?.isUsed === true;
  const shown =
    name === null || (row.isOwn && meaning === null)
      ? null
      : meaningOf({ diagnostic: { name, label: name }, meaning: meaning ?? undefined });
  return (
    <>
      {isFixed ? (
        shown && <span className={styles['unset']}>{words.means(words.meanings[shown])}</span>
      ) : (
        <Select
          className={styles['meaning'] ?? ''}
          aria-label={words.field(words.meaning, place)}
          placeholder={words.meaning}
          aria-describedby={isAbout(issue, 'meaning') ? problem : undefined}
          allowDeselect={false}
          data={MEANINGS}
          value={meaning}
          onChange={(next) => {
            const chosen = diagnosticMeaningSchema.safeParse(next).data;
            if (chosen !== undefined) onChange({ ...row, meaning: chosen });
          }}
        />
      )}
      <TextInput
        className={styles['loinc'] ?? ''}
        classNames={{ input: 'mono' }}
        aria-label={words.field(words.loinc, place)}
        aria-describedby={isAbout(issue, 'loinc') ? problem : undefined}
        error={isAbout(issue, 'loinc')}
        placeholder={words.loinc}
        maxLength={9}
        value={row.loinc}
        onChange={({ currentTarget }) => onChange({ ...row, loinc: currentTarget.value })}
      />
      <span className={styles['paint']}>
        <ColourPicker
          label={words.picker.open(color, place)}
          diagnostic={name ?? ''}
          letters={shownLetters(row)}
          kit={kits.find(({ id }) => id === row.kitId)?.name ?? ''}
          value={color}
          others={others}
          onChange={(next) => onChange({ ...row, color: next })}
        />
      </span>
      {others.length > 0 && (
        <span className={styles['told']} data-alike={alike !== null || undefined} role="status">
          {alike === null ? (
            <IconCheck size={15} stroke={1.8} aria-hidden />
          ) : (
            <IconAlertTriangle size={15} stroke={1.6} aria-hidden />
          )}
          {alike === null
            ? words.distinct(others.length)
            : words.picker.tooSimilar(
                alike.label,
                words.picker.visions[alike.vision],
                alike.difference.toFixed(1),
              )}
        </span>
      )}
      {saved?.isUsed === true ? (
        <span className={styles['used']}>{words.cannotDelete(usedText(saved))}</span>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="danger"
          leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
          aria-label={words.removeRow(place)}
          onClick={onRemove}
        >
          {words.delete}
        </Button>
      )}
    </>
  );
}
