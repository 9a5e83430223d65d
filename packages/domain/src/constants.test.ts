import { expect, it } from 'vitest';

import {
  channelNameSchema,
  DEFAULT_SLOPE_THRESHOLD,
  expressionSettingsSchema,
  inChannelOrder,
  operatorSchema,
  phaseTypeSchema,
} from './index.ts';

/** An independent copy of the specified constants. */

it('CONST-13 the slope threshold of a new phase is 4.72', () => {
  expect(DEFAULT_SLOPE_THRESHOLD).toBe(4.72);
});

it('CONST-29 the phase types are MELT and ANNEAL', () => {
  expect(phaseTypeSchema.options).toEqual(['MELT', 'ANNEAL']);
});

it('CONST-30 KIT-190 the first channels are FAM and TEXAS_RED, and others follow in a fixed order', () => {
  expect(channelNameSchema.options).toEqual([
    'FAM',
    'TEXAS_RED',
    'HEX',
    'CY5',
    'CY5_5',
    'ROX',
    'TAMRA',
    'INTERCALATING',
  ]);
  expect(inChannelOrder(['CY5', 'TEXAS_RED', 'CY5', 'FAM'])).toEqual(['FAM', 'TEXAS_RED', 'CY5']);
});

it('CONST-33 the operators are LT, LTE, GT and GTE', () => {
  expect(operatorSchema.options).toEqual(['LT', 'LTE', 'GT', 'GTE']);
  const expression = { firstOperand: 'A', operator: 'EQ', secondOperand: 'B' };
  expect(expressionSettingsSchema.safeParse(expression).success).toBe(false);
});
