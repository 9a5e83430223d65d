import type { DiagnosticColor, DiagnosticName, EvaluatedWell } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import type { ChannelDraft, VersionDraft } from '../draft/kit-draft.ts';
import { type KitEditing, KitEditingContext } from '../kit-editor-context.ts';
import { ChecksSection } from './checks-section.tsx';

const colorOf = (name: DiagnosticName, label: string): DiagnosticColor => ({
  id: name,
  diagnostic: { name, label },
  diagnosticLabel: label,
  color: '#41cfff',
});
const diagnostics = [colorOf('HETEROZYGOUS', 'Carrier'), colorOf('NEGATIVE', 'Nothing found')];

const zone = { name: 'A', minTemp: 53, maxTemp: 57.5, label: '', minThreshold: null, minQuality: null };
const CHANNEL: ChannelDraft = {
  phases: [
    {
      phaseType: 'MELT',
      minThreshold: 60,
      slopeThreshold: 4.72,
      minQuality: 0.4,
      inversed: false,
      zones: [zone],
    },
  ],
  combinations: new Map(),
};
const evaluatedWell = (sampleType: EvaluatedWell['sampleType'], tm: number): EvaluatedWell => ({
  position: 'A1',
  sampleType,
  combination: 'A',
  rule: null,
  diagnostic: null,
  tmShift: { decision: 'moved', controls: 2, median: 0.61, error: 0.02, moved: 0.61, limit: 0.8 },
  phases: [
    {
      type: 'MELT',
      peaks: [
        {
          tm,
          tmError: 0.02,
          height: 100,
          width: 3,
          area: 300,
          significance: 50,
          quality: 0.9,
          zone: 'A',
          accepted: true,
          reason: null,
          measured: null,
          limit: null,
        },
      ],
    },
  ],
});
const templateOf = (wells: number, teaches: boolean) => ({
  phase: 'MELT' as const,
  zone: 'A',
  wells,
  teaches,
  tm: 55.8,
  background: 0,
  height: 100,
  shape: null,
});
const WELLS = [
  evaluatedWell('POSITIVE_TEST', 55.8),
  evaluatedWell('STANDARD', 56),
  evaluatedWell('BLOOD', 57),
];

function Editor({ isLocked = false, start }: { isLocked?: boolean; start: VersionDraft }) {
  const [version, setVersion] = useState(start);
  const [draft, setDraft] = useState(CHANNEL);
  const issues =
    version.negative === null ? [{ channel: null, phase: null, zone: null, field: 'negative' }] : [];
  const editing = {
    channel: 'FAM',
    diagnostics,
    isLocked,
    issues,
    version,
    draft,
    evaluated: { wells: WELLS },
    curves: new Map([['MELT', { lines: new Map(), domain: { x: [45, 57], y: [0, 1] } }]]),
    edit: (change: (before: ChannelDraft) => ChannelDraft) => {
      setDraft(change);
    },
    editVersion: (change: (before: VersionDraft) => VersionDraft) => {
      setVersion(change);
    },
  } as unknown as KitEditing; // only the fields it uses
  return (
    <MantineProvider env="test">
      <KitEditingContext value={editing}>
        <ChecksSection keptTemplates={<p>Kept ones</p>} />
      </KitEditingContext>
    </MantineProvider>
  );
}

const DEFAULTS: VersionDraft = {
  negative: 1,
  positive: 0,
  outsideId: null,
  tmShift: null,
  meltTemplates: null,
  curveShapes: null,
  replicates: null,
  channelRules: null,
  amplification: null,
};
const head = () => screen.getByRole('button', { name: /Controls and checks/ });

test('KIT-282 the editor states the range that each phase needs by its zones, and that of the run', () => {
  render(<Editor start={DEFAULTS} />);
  fireEvent.click(head());
  const range = screen.getByRole('group', { name: 'Temperature range' });
  expect(range.textContent).toContain(
    'FAM MELT: its zones need 53.0 to 57.5 °C; this run covers 45.0 to 57.0 °C.',
  );
});

test('KIT-134 the editor summarises required controls and the call for a peak outside zones, and unfolds for editing', () => {
  render(<Editor start={DEFAULTS} />);
  expect(head().textContent).toContain('1 negative, 0 positive · peak in no zone: No call');
  expect(head().getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(head());
  expect(head().getAttribute('aria-expanded')).toBe('true');

  const negative = screen.getByRole('textbox', { name: 'Negative, at least' });
  fireEvent.change(negative, { target: { value: '0' } });
  expect(screen.getByText('No controls required')).toBeTruthy();
  fireEvent.change(negative, { target: { value: '21' } });
  expect((negative as HTMLInputElement).value).not.toBe('21');
  // A field with a missing number stays visible.
  fireEvent.change(negative, { target: { value: '' } });
  fireEvent.click(head());
  expect(screen.getByRole('textbox', { name: 'Negative, at least' })).toBeTruthy();

  fireEvent.click(screen.getByRole('combobox', { name: 'A peak in no zone' }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'No call (default)',
    expect.stringContaining('Carrier'),
  ]);
  fireEvent.click(screen.getByRole('option', { name: /Carrier/ }));
  expect(screen.queryByText(/A person decides on the well/)).toBeNull();
});

test('KIT-134 a locked version shows them as text', () => {
  render(<Editor isLocked start={{ ...DEFAULTS, negative: 2, positive: 1, outsideId: 'HETEROZYGOUS' }} />);
  fireEvent.click(head());
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByText('Carrier')).toBeTruthy();
});

test('TMC-09 the Tm shift correction can be switched on, with an initial limit of 0.8 °C', () => {
  render(<Editor start={DEFAULTS} />);
  fireEvent.click(head());
  expect(screen.queryByRole('textbox', { name: 'At most, °C' })).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: 'Zones follow the controls' }));
  const limit = screen.getByRole('textbox', { name: 'At most, °C' });
  expect((limit as HTMLInputElement).value).toBe('0.8');
  expect(screen.getByText(/Beyond the limit, no zone moves and the controls fail/)).toBeTruthy();
  expect(screen.getByText(/On this run: Zones moved by \+0\.61 °C: 2 controls melted/)).toBeTruthy();
});

test('TMC-09 the reference Tm can be taken from the controls of the run', () => {
  render(<Editor start={{ ...DEFAULTS, tmShift: { limit: 0.8 } }} />);
  fireEvent.click(head());
  const reference = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Reference Tm, zone A' });
  expect(reference().value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Use the controls of this run' }));
  expect(reference().value).toBe('55.9');
});

test('TPL-09 a switch turns templates on, with the number of wells of the run for each target', () => {
  WELLS[0] = { ...evaluatedWell('POSITIVE_TEST', 55.8), templates: [templateOf(11, true)] };
  WELLS[1] = {
    ...evaluatedWell('STANDARD', 56),
    templates: [templateOf(12, false), { ...templateOf(3, false), zone: 'B' }],
  };
  render(<Editor start={DEFAULTS} />);
  fireEvent.click(head());
  const toggle = screen.getByRole('switch', {
    name: 'A second peak counts only if it exceeds the template of the first',
  });
  expect(toggle).toHaveProperty('checked', false);
  expect(screen.getByText(/^Off: a shoulder of one target/)).toBeTruthy();
  fireEvent.click(toggle);
  expect(toggle).toHaveProperty('checked', true);
  expect(screen.getByText(/at least 4/)).toBeTruthy();
  expect(screen.getByText('On this run: A 12 wells, B 3 wells (too few).')).toBeTruthy();
  fireEvent.click(toggle);
  expect(screen.queryByText(/On this run: A/)).toBeNull();
});

test('TPL-09 a locked version shows this as text', () => {
  render(<Editor isLocked start={{ ...DEFAULTS, meltTemplates: { from: 'plate' } }} />);
  fireEvent.click(head());
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.getByText('A second peak counts only if it exceeds the template of the first')).toBeTruthy();
  expect(screen.getByText('Learnt from the plate')).toBeTruthy();
});

test('TPL-39 stored templates have a separate switch below the first', () => {
  render(<Editor start={{ ...DEFAULTS, meltTemplates: { from: 'plate' } }} />);
  fireEvent.click(head());
  const toggle = () => screen.queryByRole('switch', { name: /use the stored one$/ });
  expect(toggle()).toHaveProperty('checked', false);
  expect(screen.queryByText('Kept ones')).toBeNull();
  fireEvent.click(toggle()!);
  expect(toggle()).toHaveProperty('checked', true);
  expect(screen.getByText('Kept ones')).toBeTruthy();
  fireEvent.click(screen.getByRole('switch', { name: /^A second peak counts/ }));
  expect(toggle()).toBeNull();
  expect(screen.queryByText('Kept ones')).toBeNull();
});
