import type { DiagnosticColor } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';

import { draftIssues } from '../draft/draft-issues.ts';
import { EMPTY_DRAFT, type KitDraft, type VersionDraft } from '../draft/kit-draft.ts';
import { type KitEditing, KitEditingContext } from '../kit-editor-context.ts';
import { ChannelRulesField } from './channel-rules-field.tsx';

const diagnostic = (name: string, label: string): DiagnosticColor => ({
  id: name,
  diagnostic: { name, label },
  diagnosticLabel: label,
  color: '#ffd60f',
});
const SPECIES: DiagnosticColor = {
  ...diagnostic('Species A', 'Species A found'),
  meaning: 'positive',
  lisCode: 'SP-A',
  loinc: '1-8',
};
const DIAGNOSTICS = [diagnostic('HETEROZYGOUS', 'Heterozygous'), diagnostic('NEGATIVE', 'Negative')];
const PHASE = { phaseType: 'MELT' as const, inversed: false, zones: [] };
const channel = {
  phases: [{ ...PHASE, minThreshold: 30, slopeThreshold: 5, minQuality: 0.4 }],
  combinations: new Map(),
};
const DRAFT = { ...EMPTY_DRAFT, FAM: channel, HEX: channel } as KitDraft;

let last: VersionDraft = EMPTY_DRAFT.version;

function Editor({ isLocked = false, start = EMPTY_DRAFT.version, diagnostics = DIAGNOSTICS }) {
  const [version, setVersion] = useState(start);
  useEffect(() => {
    last = version;
  }, [version]);
  const editing = {
    isLocked,
    version,
    channels: ['FAM', 'HEX'],
    diagnostics,
    issues: draftIssues({ ...DRAFT, version }, diagnostics),
    editVersion: (change: (before: VersionDraft) => VersionDraft) => {
      setVersion(change);
    },
  } as unknown as KitEditing; // only the fields it uses
  return (
    <MantineProvider env="test">
      <KitEditingContext value={editing}>
        <ChannelRulesField />
      </KitEditingContext>
    </MantineProvider>
  );
}

const faults = () =>
  draftIssues({ ...DRAFT, version: last }, DIAGNOSTICS).flatMap(({ field, message }) =>
    field === 'channelRules' ? [message] : [],
  );
const rule = (number: number) => within(screen.getByRole('group', { name: `Rule ${number}` }));

function choose(number: number, where: string, name: string): void {
  fireEvent.click(rule(number).getByRole('combobox', { name: `Rule ${number}, ${where}` }));
  const options = screen.getAllByRole('option', { name });
  fireEvent.click(options.at(-1)!);
}

test('KIT-295 channel rules are off until switched on, and complete before they are saved', () => {
  render(<Editor />);
  const byChannels = screen.getByRole<HTMLInputElement>('switch', { name: /one result across the channels/ });
  expect(byChannels.checked).toBe(false);
  fireEvent.click(byChannels);
  expect(faults()).toEqual([
    'Rule 1: choose a diagnostic in at least one channel.',
    'Rule 1: enter a name for the combined result.',
  ]);
  // Its meaning stands beside a positive diagnostic: a negative rule cannot pass over it.
  choose(1, 'HEX', 'Heterozygous (positive)');
  fireEvent.change(rule(1).getByLabelText('Combined result'), { target: { value: 'Carrier' } });
  fireEvent.change(rule(1).getByLabelText('LOINC'), { target: { value: '51969-5' } });
  expect(faults()).toEqual(['Rule 1: the check digit of the LOINC code is wrong.']);
  fireEvent.change(rule(1).getByLabelText('LOINC'), { target: { value: '' } });
  expect(faults()).toEqual([]);
  expect(last.channelRules).toEqual([
    {
      conditions: [{ channel: 'HEX', diagnostic: 'HETEROZYGOUS' }],
      result: { name: 'Carrier', meaning: 'positive', lisCode: '', snomedCt: '', loinc: '' },
    },
  ]);
});

const carrier = (name: string, found: string) => ({
  conditions: [{ channel: 'FAM' as const, diagnostic: found }],
  result: { name, meaning: 'positive' as const, lisCode: '', snomedCt: '', loinc: '' },
});

test('KIT-296 the editor names rules that never give a result, moves and removes them', () => {
  const channelRules = [carrier('First', 'HETEROZYGOUS'), carrier('Second', 'HETEROZYGOUS')];
  render(<Editor start={{ ...EMPTY_DRAFT.version, channelRules }} />);
  const names = () => last.channelRules?.map(({ result }) => 'name' in result && result.name);
  const notes = () => within(screen.getByRole('list', { name: /overlap/ })).getAllByRole('listitem');
  expect(notes().map(({ textContent }) => textContent)).toEqual([
    'Rule 2 never gives its result: rule 1 holds before it.',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Move rule 2 up' }));
  expect(names()).toEqual(['Second', 'First']);
  fireEvent.click(screen.getByRole('button', { name: 'Remove rule 2' }));
  expect(names()).toEqual(['Second']);
  expect(screen.queryByRole('list', { name: /overlap/ })).toBeNull();
});

test('KIT-297 a negative rule without a condition in each channel is a fault', () => {
  const rule = carrier('Not found', 'NEGATIVE');
  const channelRules = [{ ...rule, result: { ...rule.result, meaning: 'negative' as const } }];
  render(<Editor start={{ ...EMPTY_DRAFT.version, channelRules }} />);
  const fault = 'Rule 1 gives a negative result: it must have a condition in HEX.';
  expect(screen.getByText(fault)).toBeTruthy();
  expect(faults()).toEqual([fault]);
  choose(1, 'HEX', 'Negative');
  expect(faults()).toEqual([]);
});

test('KIT-297 a result with the name of a diagnostic that means something else is a fault', () => {
  const channelRules = [carrier('negative', 'HETEROZYGOUS')];
  render(<Editor start={{ ...EMPTY_DRAFT.version, channelRules }} />);
  const fault =
    'Rule 1 gives a result with the name or code of “Negative”, a diagnostic of the kit with another meaning.';
  expect(screen.getByText(fault)).toBeTruthy();
  fireEvent.change(rule(1).getByLabelText('Combined result'), { target: { value: 'Carrier' } });
  expect(faults()).toEqual([]);
});

test('KIT-295 the rules of a locked version are read only', () => {
  render(
    <Editor isLocked start={{ ...EMPTY_DRAFT.version, channelRules: [carrier('Carrier', 'NEGATIVE')] }} />,
  );
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.getByText('1: FAM Negative → Carrier (positive)')).toBeTruthy();
});

test('KIT-298 a rule that names no diagnostic of the kit is a fault, also in a version that is locked', () => {
  const channelRules = [carrier('Carrier', 'Species A')];
  const fault = 'Rule 1: Species A is not a diagnostic of the kit.';
  const { unmount } = render(<Editor start={{ ...EMPTY_DRAFT.version, channelRules }} />);
  expect(screen.getByText(fault)).toBeTruthy();
  expect(faults()).toEqual([fault]);
  unmount();
  render(<Editor isLocked start={{ ...EMPTY_DRAFT.version, channelRules }} />);
  expect(screen.getByText(fault)).toBeTruthy();
});

test('KIT-320 a diagnostic of the kit is the result of a rule, with what is sent for it; a result of the built-in words is not offered', () => {
  const channelRules = [carrier('Carrier', 'HETEROZYGOUS')];
  const start = { ...EMPTY_DRAFT.version, channelRules };
  render(<Editor start={start} diagnostics={[...DIAGNOSTICS, SPECIES]} />);
  expect(screen.getByText('No code for the LIS: “Carrier” is sent.')).toBeTruthy();
  fireEvent.change(rule(1).getByLabelText('SNOMED CT'), { target: { value: '260373001' } });
  const sent = 'No code for the LIS: “Carrier” is sent. FHIR also has SNOMED CT 260373001.';
  expect(screen.getByText(sent)).toBeTruthy();

  fireEvent.click(rule(1).getByRole('combobox', { name: 'Rule 1, result' }));
  const list = document.getElementById(
    rule(1).getByRole('combobox', { name: 'Rule 1, result' }).getAttribute('aria-controls')!,
  )!;
  const offered = within(list).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Own result', 'Species A found (positive)']);
  fireEvent.click(offered[1]!);
  expect(last.channelRules?.map(({ result }) => result)).toEqual([{ diagnostic: 'Species A' }]);
  expect(screen.getByText('Sent with LIS SP-A, LOINC 1-8.')).toBeTruthy();
  expect(rule(1).queryByLabelText('Code for the LIS')).toBeNull();
});

test('KIT-321 a result with the name of a diagnostic and other codes is named, also in a locked version', () => {
  const named = carrier('species a FOUND', 'HETEROZYGOUS');
  const borrowed = carrier('Carrier', 'NEGATIVE');
  const channelRules = [
    named,
    { ...borrowed, result: { ...borrowed.result, lisCode: 'sp-a' } },
    { conditions: borrowed.conditions, result: { diagnostic: 'Species A' } },
  ];
  const start = { ...EMPTY_DRAFT.version, channelRules };
  render(<Editor isLocked start={start} diagnostics={[...DIAGNOSTICS, SPECIES]} />);
  const notes = within(screen.getByRole('list', { name: 'Codes of diagnostics and combined results' }));
  expect(notes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Rule 1 sends “species a FOUND” without the codes of the diagnostic “Species A found”: LIS SP-A, LOINC 1-8. If they are one result, choose the diagnostic.',
    'Rule 2 sends “Carrier” with the code of the diagnostic “Species A found”: sp-a.',
  ]);
  expect(screen.getByText('3: FAM Negative → Species A found (diagnostic of the kit)')).toBeTruthy();
});
