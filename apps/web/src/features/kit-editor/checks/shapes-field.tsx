import { curveShapeOf, type CurveShape, hasShapeElse, MOST_SHAPE_BORDER, usesShape } from '@curvewell/domain';
import { Checkbox, Select, Switch } from '@mantine/core';
import { useId } from 'react';

import { text } from '../../../locale/text.ts';
import { diagnosticWords } from '../draft/diagnostic-words.ts';
import { flatRules } from '../draft/kit-draft.ts';
import { newShape, withEdge, withShape } from '../draft/shape-edits.ts';
import { checkFieldId } from './check-field-id.ts';
import { useKitEditing } from '../kit-editor-context.ts';
import styles from './checks.module.css';
import { SwitchedField } from './switched-field.tsx';
import { ShapePreview } from './shape-preview.tsx';
import { TriedReferences } from './tried-references.tsx';
import { NumberField } from '../phases/number-field.tsx';

const words = text.kits.checks.shapes;
const BACKGROUNDS = ['linear', 'exponential'] as const;
const REGIONS = ['before', 'after'] as const;
const FIRST_LEVEL = 20;

/** Whether the curves of the channel are normalised, their regions, and the references of their shapes. */
export function ShapesField() {
  const { channel, version, draft, diagnostics, isLocked, issues, editVersion } = useKitEditing();
  const shape = curveShapeOf(version.curveShapes, channel);
  const hasElse = hasShapeElse(
    flatRules(draft).map(({ label, expressions }) => ({ zones: label, expressions })),
  );
  const faults = issues.filter(({ field }) => field === 'curveShapes');
  return (
    <SwitchedField
      title={words.title}
      label={words.on(channel)}
      id={checkFieldId('curveShapes')}
      settings={
        shape === undefined ? words.off : words.settingsText(shape, diagnosticWords(diagnostics).ofName)
      }
      isOn={shape !== undefined}
      onSwitch={(isOn) =>
        editVersion((before) => withShape(before, channel, isOn ? newShape(channel, draft) : null), null)
      }
      explanation={shape === undefined ? words.offText : words.text}
    >
      {shape !== undefined && !flatRules(draft).some(usesShape) && <p>{words.notUsed}</p>}
      {hasElse && <p role="note">{words.elseText}</p>}
      {shape !== undefined && !isLocked && <ShapeFields shape={shape} />}
      {faults.map(({ message }) => (
        <p key={message} role="alert">
          {message}
        </p>
      ))}
      {shape !== undefined && <TriedReferences shape={shape} />}
      <ShapePreview />
    </SwitchedField>
  );
}

function ShapeFields({ shape }: { readonly shape: CurveShape }) {
  const { channel, draft, editVersion } = useKitEditing();
  const change = (next: Partial<CurveShape>, about: string | null = null): void =>
    editVersion((before) => withShape(before, channel, { ...shape, ...next }), about);
  return (
    <>
      <div className={styles['checks-references']} data-fields>
        {REGIONS.flatMap((region) =>
          ([0, 1] as const).map((side) => (
            <NumberField
              key={`${region} ${side}`}
              label={(side === 0 ? words.from : words.to)(words[region])}
              decimals={1}
              step={0.1}
              max={110}
              value={shape[region][side]}
              onChange={(value) => {
                if (value === null || value < 20) return;
                change(withEdge(shape, { region, side }, value), `shape ${region} ${side}`);
              }}
            />
          )),
        )}
        <NumberField
          label={words.distance}
          decimals={2}
          step={0.1}
          max={MOST_SHAPE_BORDER}
          value={shape.distance}
          onChange={(distance) => {
            if (distance !== null && distance >= 0.1) change({ distance }, 'shape distance');
          }}
        />
        <NumberField
          label={words.ratio}
          decimals={1}
          step={0.1}
          max={10}
          value={shape.ratio}
          onChange={(ratio) => {
            if (ratio !== null && ratio >= 1.1) change({ ratio }, 'shape ratio');
          }}
        />
        <Select
          size="xs"
          label={words.phase}
          allowDeselect={false}
          data={draft.phases.map(({ phaseType }) => phaseType)}
          value={shape.phase}
          onChange={(value) => {
            const found = draft.phases.find(({ phaseType }) => phaseType === value);
            if (found) change({ phase: found.phaseType });
          }}
        />
        <Select
          size="xs"
          label={words.background}
          allowDeselect={false}
          data={BACKGROUNDS.map((value) => ({ value, label: words.backgrounds[value] }))}
          value={shape.background}
          onChange={(value) => change({ background: BACKGROUNDS.find((one) => one === value) ?? 'linear' })}
        />
      </div>
      <Alignment shape={shape} onChange={change} />
      <References shape={shape} onChange={change} />
    </>
  );
}

interface PartProps {
  readonly shape: CurveShape;
  readonly onChange: (next: Partial<CurveShape>, about?: string | null) => void;
}

function Alignment({ shape: { alignAt }, onChange }: PartProps) {
  const id = useId();
  return (
    <>
      <Switch
        size="sm"
        label={words.align}
        aria-describedby={id}
        checked={alignAt !== null}
        onChange={({ currentTarget: { checked } }) => onChange({ alignAt: checked ? FIRST_LEVEL : null })}
      />
      {alignAt !== null && (
        <NumberField
          label={words.level}
          decimals={0}
          max={50}
          value={alignAt}
          onChange={(value) => {
            if (value !== null && value >= 5) onChange({ alignAt: value }, 'shape level');
          }}
        />
      )}
      <p id={id}>{words.alignText}</p>
    </>
  );
}

function References({ shape: { references }, onChange }: PartProps) {
  const { diagnostics } = useKitEditing();
  const id = useId();
  return (
    <>
      <Checkbox.Group
        label={words.references}
        aria-describedby={id}
        value={[...references]}
        onChange={(next) => onChange({ references: next })}
      >
        <div className={styles['checks-references']}>
          {diagnostics.map(({ id: key, diagnostic, diagnosticLabel }) => (
            <Checkbox key={key} size="sm" value={diagnostic.name} label={diagnosticLabel} />
          ))}
        </div>
      </Checkbox.Group>
      <p id={id}>{words.referencesText}</p>
    </>
  );
}
