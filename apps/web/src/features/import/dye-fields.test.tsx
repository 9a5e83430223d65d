import type { ChannelName, InspectedDye } from '@curvewell/domain';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { analyser } from '../../../test/a-creation.tsx';
import { showPage } from '../../../test/a-page.tsx';
import { DyeFields } from './dye-fields.tsx';

const dyeOf = (dye: string, channel: ChannelName | null): InspectedDye => ({
  dye,
  channel,
  source: channel === null ? 'unknown' : 'profile',
  kept: null,
});
const ASSIGNED = [dyeOf('VIC', 'HEX'), dyeOf('FAM', 'FAM')];

function show(
  dyes: readonly InspectedDye[],
  choices: Readonly<Record<string, ChannelName | null>> = {},
  isAsked = false,
) {
  const choose = vi.fn<(dye: string, channel: ChannelName | null) => void>();
  showPage(
    <DyeFields
      dyes={dyes}
      assigned={ASSIGNED}
      analyser={analyser}
      choices={{ dyes: choices }}
      onChoose={choose}
      keeps={false}
      onKeeps={() => undefined}
      isAsked={isAsked}
      error={null}
      locked={false}
    />,
  );
  return choose;
}
const fields = () => screen.getAllByRole('combobox').length;

test('KIT-193 the import lists the channels in the files in order, and what is skipped', () => {
  show([dyeOf('Alexa 405', null)]);
  expect(document.querySelector('[data-channels]')?.textContent).toBe('Channels:FAMHEX (VIC)');
  expect(document.querySelectorAll('[data-channel-mark]')).toHaveLength(2);
  expect(screen.getByText(/Skipped \(no channel\): Alexa 405/)).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('KIT-202 a dye that the profile assigns can be assigned otherwise', () => {
  show([]);
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(fields()).toBe(2);
  expect(screen.getByRole('combobox', { name: '“VIC” is' })).toHaveProperty('value', 'HEX');
});

test('KIT-202 only unknown dyes are asked for, beside the channels that are known', () => {
  show([dyeOf('Alexa 405', null)], {}, true);
  expect(fields()).toBe(1);
  expect(document.querySelector('[data-channels]')?.textContent).toContain('HEX (VIC)');
});

test('KIT-202 a changed assignment stays open to further changes', () => {
  show([], { VIC: 'TAMRA' });
  expect(screen.getByRole('combobox', { name: '“VIC” is' })).toHaveProperty('value', 'TAMRA');
});
