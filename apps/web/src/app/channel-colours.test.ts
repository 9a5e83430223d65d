import { channelNameSchema } from '@curvewell/domain';
import { DEFAULT_THEME } from '@mantine/core';
import { expect, test } from 'vitest';

import { CHANNEL_COLOUR } from '../shared/colour/channel-colour.ts';
import { contrast } from '../shared/colour/colour.ts';
import { colourDifference, COLOUR_VISION_NAMES } from '../shared/colour/colour-vision.ts';
import { TOKENS, tokenVariables } from './theme-tokens.ts';

const NAMES = channelNameSchema.options;
const variable = (channel: (typeof NAMES)[number]) => CHANNEL_COLOUR[channel].slice('var('.length, -1);

test.each(['light', 'dark'] as const)(
  'KIT-192 in the %s theme each channel has a colour that contrasts by 3:1 and differs from the others in every colour vision',
  (theme) => {
    const variables = new Map(Object.entries(tokenVariables(DEFAULT_THEME)[theme]));
    const colours = NAMES.map((channel) => variables.get(variable(channel)) ?? '');
    const { page, surface, sunken } = TOKENS[theme];
    for (const colour of colours)
      for (const ground of [page, surface, sunken]) expect(contrast(colour, ground)).toBeGreaterThan(3);
    for (const vision of COLOUR_VISION_NAMES)
      for (const [index, colour] of colours.entries())
        for (const other of colours.slice(index + 1))
          expect(colourDifference(colour, other, vision), `${colour} ${other} ${vision}`).toBeGreaterThan(13);
  },
);
