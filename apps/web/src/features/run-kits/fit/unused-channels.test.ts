import { unusedChannelsText } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { unusedChannels } from './unused-channels.ts';

const curves = (['CY5', 'FAM', 'HEX', 'FAM', 'CY5'] as const).map((channel) => ({ channel }));

test('KIT-203 the channels of the files that no chosen kit reads are named in order', () => {
  expect(unusedChannels({ curves }, [{ channel: 'FAM' }, { channel: 'ROX' }])).toEqual(['HEX', 'CY5']);
  expect(unusedChannels({ curves }, curves)).toEqual([]);
});

test('KIT-203 a note says that their curves are stored without results', () => {
  expect(unusedChannelsText(['HEX'], 'No chosen kit')).toBe(
    'No chosen kit reads HEX. Its curves are stored, without results.',
  );
  expect(unusedChannelsText(['HEX', 'CY5'], 'No chosen kit')).toBe(
    'No chosen kit reads HEX and CY5. Their curves are stored, without results.',
  );
});
