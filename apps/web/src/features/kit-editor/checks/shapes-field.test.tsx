import type { CurveShape } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';

import { chartScale } from '../../chart/chart-scale.ts';
import { ShapeRegions } from '../charts/shape-regions.tsx';
import { conditionWords, shapeConditions } from '../draft/conditions.ts';
import { draftIssues } from '../draft/draft-issues.ts';
import { type ChannelDraft, EMPTY_DRAFT, type VersionDraft } from '../draft/kit-draft.ts';
import { withEdge } from '../draft/shape-edits.ts';
import { type KitEditing, KitEditingContext } from '../kit-editor-context.ts';
import { ShapesField } from './shapes-field.tsx';

const ZONE = { name: 'A', minTemp: 80, maxTemp: 85, label: '', minThreshold: null, minQuality: null };
const CHANNEL: ChannelDraft = {
  phases: [
    {
      phaseType: 'MELT',
      minThreshold: 30,
      slopeThreshold: 4.72,
      minQuality: 0.4,
      inversed: false,
      zones: [ZONE],
    },
  ],
  combinations: new Map(),
};
const named = (name: string, label: string) => ({
  id: name,
  diagnostic: { name, label },
  diagnosticLabel: label,
});
const SCALE = chartScale(
  { width: 500, height: 200 },
  { margin: { left: 40, top: 10, right: 10, bottom: 20 }, shown: { x: [70, 95], y: [0, 100] } },
);

let last: VersionDraft = EMPTY_DRAFT.version;
let lastTried: KitEditing['tried'] = [];

function Editor({ rules = CHANNEL, evaluated = null }: { rules?: ChannelDraft; evaluated?: object | null }) {
  const [tried, setTried] = useState<KitEditing['tried']>([]);
  const [version, setVersion] = useState(EMPTY_DRAFT.version);
  useEffect(() => {
    last = version;
    lastTried = tried;
  }, [version, tried]);
  const editing = {
    channel: 'FAM',
    diagnostics: [named('HETEROZYGOUS', 'Heterozygous'), named('HOMOZYGOUS_MUTATED', 'Homozygous mutated')],
    isLocked: false,
    issues: draftIssues({ ...EMPTY_DRAFT, FAM: rules, version }),
    version,
    draft: rules,
    evaluated,
    tried,
    onTried: setTried,
    editVersion: (change: (before: VersionDraft) => VersionDraft) => {
      setVersion(change);
    },
  } as unknown as KitEditing; // only the fields it uses
  return (
    <MantineProvider env="test">
      <KitEditingContext value={editing}>
        <ShapeRegions phase="MELT" scale={SCALE} />
        <ShapesField />
      </KitEditingContext>
    </MantineProvider>
  );
}

test('KIT-249 regions are fields and sliders on the curves, and references are chosen', () => {
  render(<Editor />);
  expect(screen.queryByRole('slider')).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: 'Normalise the curves of FAM' }));
  expect(last.curveShapes).toMatchObject([{ before: [75, 78], after: [87, 90], references: [] }]);
  expect(screen.getByRole('alert').textContent).toBe('FAM: Choose at least one reference of the shape.');
  expect(screen.getByText(/^No rule of this channel uses the shape/)).toBeTruthy();

  const end = screen.getByRole('slider', { name: 'End of 100 %' });
  fireEvent.keyDown(end, { key: 'ArrowRight' });
  fireEvent.keyDown(end, { key: 'PageUp' });
  expect(last.curveShapes?.[0]?.before).toEqual([75, 79.1]);
  fireEvent.keyDown(end, { key: 'Home' });
  expect(last.curveShapes?.[0]?.before).toEqual([75, 75.5]);
  fireEvent.keyDown(end, { key: 'End' });
  expect(last.curveShapes?.[0]?.before).toEqual([75, 86]);
  fireEvent.keyDown(screen.getByRole('slider', { name: 'End of 0 %' }), { key: 'End' });
  expect(last.curveShapes?.[0]?.after).toEqual([87, 95]);
  fireEvent.keyDown(end, { key: 'Home' });

  fireEvent.change(screen.getByRole('textbox', { name: 'After the melt (0 %): from °C' }), {
    target: { value: '86' },
  });
  expect(last.curveShapes?.[0]?.after).toEqual([86, 95]);

  fireEvent.click(screen.getByRole('checkbox', { name: 'Heterozygous' }));
  expect(last.curveShapes?.[0]?.references).toEqual(['HETEROZYGOUS']);
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: 'Normalise the curves of FAM' }));
  expect(last.curveShapes).toBeNull();
});

test('KIT-249 a rule that uses the shape needs its reference, and the note about rules disappears', () => {
  const [first] = shapeConditions(['HETEROZYGOUS']);
  const rules = {
    ...CHANNEL,
    combinations: new Map([
      ['A', { cases: [{ expressions: [first!], diagnosticId: 'x' }], otherwise: null }],
    ]),
  };
  render(<Editor rules={rules} />);
  expect(screen.getByRole('alert').textContent).toMatch(/^A rule of FAM uses the shape of the curve/);
  fireEvent.click(screen.getByRole('switch', { name: 'Normalise the curves of FAM' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Homozygous mutated' }));
  expect(screen.getByRole('alert').textContent).toMatch(
    /shape of Heterozygous, which is not a reference of FAM/,
  );
  expect(screen.queryByText(/^No rule of this channel uses the shape/)).toBeNull();
});

test('KIT-249 an “else” beside a rule that uses the shape is named', () => {
  const [first] = shapeConditions(['HETEROZYGOUS']);
  const withElse = (otherwise: string | null, label = 'A') => ({
    ...CHANNEL,
    combinations: new Map([
      ['A', { cases: [{ expressions: [first!], diagnosticId: 'x' }], otherwise: null }],
      ['B', { cases: [], otherwise: null }],
      [label, { cases: label === 'A' ? [{ expressions: [first!], diagnosticId: 'x' }] : [], otherwise }],
    ]),
  });
  const shown = () => screen.queryByRole('note')?.textContent ?? null;
  const { unmount } = render(<Editor rules={withElse('y')} />);
  expect(shown()).toMatch(/^For the same zones, a rule that uses the shape comes before/);
  unmount();
  render(<Editor rules={withElse('y', 'B')} />);
  expect(shown()).toBeNull();
});

/** The shape of a well by its distance to Heterozygous. */
const shaped = (position: string, outcome: string, distance: number, more: object = {}) => ({
  position,
  shape: {
    phase: 'MELT',
    outcome,
    fault: null,
    faultOf: [],
    scatter: 0.1,
    ratio: 2,
    references: [
      { name: 'HETEROZYGOUS', wells: 3, distance, most: 1, mostAt: 82, border: 1 },
      { name: 'HOMOZYGOUS_MUTATED', wells: 3, distance: distance + 0.2, most: 1, mostAt: 82, border: 1 },
    ],
    ...more,
  },
});

test('KIT-304 the groups of the shown run are listed with the distance of each well', () => {
  const unknown = { references: [], fault: 'no-melt' };
  const wells = [
    shaped('A2', 'like', 0.41),
    shaped('A1', 'like', 0.3),
    shaped('B1', 'between', 1.4),
    shaped('B2', 'unlike-any', 7.25),
    shaped('H1', 'not-known', 0, unknown),
  ];
  render(<Editor evaluated={{ wells, isOld: false }} />);
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows).toEqual([
    'GroupWells',
    'like HeterozygousA1 0.30 %, A2 0.41 %',
    'between Heterozygous and Homozygous mutatedB1 1.40 % / 1.60 %',
    'unlike any referenceB2 7.25 %',
    'not known: the fall of the curve is not certain beside its noiseH1',
  ]);
});

test('KIT-314 where straight lines cross, the exponential background is suggested', () => {
  const crossing = { references: [], fault: 'backgrounds-cross' };
  const { unmount } = render(
    <Editor evaluated={{ wells: [shaped('A1', 'not-known', 0, crossing)], isOld: false }} />,
  );
  expect(
    screen.getByText(/^The straight lines cross in 1 well, .* Try the exponential background/),
  ).toBeTruthy();
  unmount();
  render(<Editor evaluated={{ wells: [shaped('A1', 'like', 0.3)], isOld: false }} />);
  expect(screen.queryByText(/straight lines cross/)).toBeNull();
});

test('KIT-306 wells of the run are tried as a reference, each for one', () => {
  render(<Editor evaluated={{ wells: [{ position: 'A1' }, { position: 'A2' }], isOld: false }} />);
  fireEvent.click(screen.getByRole('switch', { name: 'Normalise the curves of FAM' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Heterozygous' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Homozygous mutated' }));
  const field = (name: string) => screen.getByRole('combobox', { name: `Try as ${name} on this run` });
  fireEvent.click(field('Heterozygous'));
  fireEvent.click(screen.getByRole('option', { name: 'A2' }));
  expect(lastTried).toEqual([{ position: 'A2', diagnostic: 'HETEROZYGOUS' }]);
  fireEvent.click(field('Homozygous mutated'));
  const list = document.getElementById(field('Homozygous mutated').getAttribute('aria-controls') ?? '');
  expect([...(list?.querySelectorAll('[role=option]') ?? [])].map((one) => one.textContent)).toEqual(['A1']);
});

test('KIT-249 conditions say what the shape is or is not', () => {
  expect(shapeConditions([])).toEqual([]);
  expect(shapeConditions(['HETEROZYGOUS', 'HOMOZYGOUS_MUTATED']).map((one) => conditionWords(one))).toEqual([
    'shape is like Heterozygous',
    'shape is not like Heterozygous',
    'shape is like Homozygous mutated',
    'shape is not like Homozygous mutated',
    'shape is between two references',
    'shape is not between two references',
    'shape is unlike any reference',
    'shape is not unlike any reference',
  ]);
});

test('KIT-249 an edge stops where its region or the melt would become too small', () => {
  const shape = { before: [76, 78], after: [87, 89] } as unknown as CurveShape; // the fields it uses
  expect(withEdge(shape, { region: 'before', side: 1 }, 90).before).toEqual([76, 86]);
  expect(withEdge(shape, { region: 'before', side: 0 }, 90).before).toEqual([77.5, 78]);
  expect(withEdge(shape, { region: 'after', side: 0 }, 60).after).toEqual([79, 89]);
  expect(withEdge(shape, { region: 'after', side: 1 }, 60).after).toEqual([87, 87.5]);
});
