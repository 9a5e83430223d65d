import type { ChannelName } from '@curvewell/domain';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { analyser, kit } from '../../../../test/a-creation.tsx';
import { showPage } from '../../../../test/a-page.tsx';
import { ChannelField } from './channel-field.tsx';
import type { PlaceChoice } from './use-place.ts';

const FIVE = ['FAM', 'TEXAS_RED', 'HEX', 'CY5', 'CY5_5'] as const;

interface Settings {
  readonly used?: readonly ChannelName[];
  readonly removable?: readonly ChannelName[];
}

function show(channel: 'FAM' | 'CY5', { used = ['CY5'], removable = [] }: Settings = {}) {
  const choose = vi.fn<(choice: PlaceChoice) => void>();
  const remove = vi.fn<(channel: ChannelName) => void>();
  const chosen = { kit, analyser: { ...analyser, channels: [...FIVE] }, channel, choose };
  showPage(<ChannelField chosen={chosen} channels={{ used, removable }} onRemove={remove} />);
  return { choose, remove };
}
const shown = () => screen.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent);
const openMenu = async (): Promise<(string | null)[]> => {
  fireEvent.click(screen.getByRole('button', { name: 'Add or remove a channel' }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
};

test('KIT-201 the channels with settings are shown after the first two, and a menu offers the others, those of the analyser first', async () => {
  const { choose } = show('FAM');
  expect(shown()).toEqual(['FAM', 'TEXAS_RED', 'CY5']);
  expect(await openMenu()).toEqual(['HEX', 'CY5_5', 'ROX', 'TAMRA', 'INTERCALATING']);
  expect(screen.getByText('Other channels of Bio-Rad CFX96').nextElementSibling?.textContent).toBe('HEX');
  expect(screen.getByText('Not among its dyes').nextElementSibling?.textContent).toBe('ROX');
  fireEvent.click(screen.getByRole('menuitem', { name: 'HEX' }));
  expect(choose).toHaveBeenCalledWith({ channel: 'HEX' });
});

test('KIT-201 the settings of the chosen channel can be removed, unless the version is locked', async () => {
  const { remove } = show('CY5', { removable: ['CY5'] });
  expect((await openMenu()).at(-1)).toBe('Remove the phases and rules of CY5');
  fireEvent.click(screen.getByRole('menuitem', { name: /^Remove/ }));
  expect(remove).toHaveBeenCalledWith('CY5');
});

test('KIT-201 a locked version offers no removal', async () => {
  show('CY5');
  expect((await openMenu()).filter((item) => item?.startsWith('Remove'))).toEqual([]);
});

test('KIT-201 a version with settings in two channels shows no other', async () => {
  show('FAM', { used: ['FAM', 'HEX'] });
  expect(shown()).toEqual(['FAM', 'HEX']);
  expect((await openMenu())[0]).toBe('TEXAS_RED');
});
