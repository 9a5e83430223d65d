import type { ControlChoice } from '@curvewell/contracts';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { showPage } from '../../../test/a-page.tsx';
import { idOf } from '../../../test/a-run.ts';
import { ControlsHead } from './controls-head.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const choiceOf = (end: string, owner: ControlChoice['kit']['owner']): ControlChoice => ({
  kit: { id: idOf(end), name: 'HFE', owner },
  reactionBuffer: { id: idOf('b'), name: 'RB-1' },
  analyser: { id: idOf('c'), name: 'CFX96' },
  channel: 'FAM',
});

test('KIT-262 the controls of two kits with the same name are chosen by owner', () => {
  const own = choiceOf('1', { id: idOf('8'), name: 'North' });
  const view = {
    choice: own,
    analyserId: null,
    period: 'all',
    measure: 'tm',
    key: null,
    isShift: false,
    readingId: null,
  } as const;
  showPage(<ControlsHead choices={[own, choiceOf('2', null)]} view={view} set={() => undefined} />);
  expect(screen.getByDisplayValue('HFE (North)')).toBeTruthy();
});
