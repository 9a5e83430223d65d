import { readFileSync } from 'node:fs';

import { analyserProfileSchema, RUN_FILE_FORMAT_LABEL } from '@curvewell/domain';
import { describe, expect, test } from 'vitest';

import { parseLabDate } from './applied-biosystems/lab-date.ts';
import { parseRunStarted } from './cfx/run-information.ts';
import { channelsOfDyes } from './assemble/channels.ts';
import { parseNumber } from './container/workbook.ts';
import { ANALYSER_PROFILES } from './index.ts';
import { parsePosition, positionOfIndex } from './assemble/position.ts';
import { parseSampleType } from './assemble/sample-type.ts';

describe('dates', () => {
  test.each([
    ['04/18/2019 13:47:21 UTC', '2019-04-18T13:47:21Z'],
    ['4/9/2023 1:35:03 PM UTC -06:00', '2023-04-09T13:35:03'],
    ['12/31/2023 12:00:00 AM UTC', '2023-12-31T00:00:00Z'],
    ['18/04/2019 13:47:21 UTC', null],
    ['yesterday', null],
  ])('of CFX software have the month first: %s', (text, expected) => {
    expect(parseRunStarted(text)).toBe(expected);
  });

  test.each([
    ['2022-05-01 04:42:24 PM UTC', '2022-05-01T16:42:24Z'],
    ['2021-03-15 16:25:32 PM EDT', '2021-03-15T16:25:32-04:00'],
    ['2023-05-13 09:02:53 AM CST', '2023-05-13T09:02:53'],
    ['2023-05-12 12:00:10 AM SGT', '2023-05-12T00:00:10+08:00'],
    ['2023-13-12 12:00:10 AM UTC', null],
    ['', null],
  ])('of Applied Biosystems software have a zone abbreviation: %s', (text, expected) => {
    expect(parseLabDate(text)).toBe(expected);
  });
});

test('wells are parsed with or without a zero, and counted row by row', () => {
  expect(['A1', 'A01', 'h12', ' P24 ', 'A0', 'Q1', 'A25', 'A001', ''].map(parsePosition)).toEqual([
    'A1',
    'A1',
    'H12',
    'P24',
    null,
    null,
    null,
    null,
    null,
  ]);
  expect([1, 13, 96, 97, 0, 1.5].map((index) => positionOfIndex(index, 'RECTANGULAR_96'))).toEqual([
    'A1',
    'B1',
    'H12',
    null,
    null,
    null,
  ]);
  expect(positionOfIndex(156, 'RECTANGULAR_384')).toBe('G12');
});

test('the content of a well is parsed in each vendor’s terms', () => {
  expect(
    ['Unkn', 'Unkn-1', 'Pos Ctrl', 'NTC-2', 'Std-3', 'ntc', 'UNKNOWN', 'constructor'].map(parseSampleType),
  ).toEqual([null, null, 'POSITIVE_TEST', 'NEGATIVE_TEST', 'STANDARD', 'NEGATIVE_TEST', null, null]);
});

test('only a complete number is parsed as one', () => {
  expect(
    ['1', '-1.5', '.387', '1E-3', ' 7 ', '1,5', '0x10', '', '1e999', 'NaN', 'Infinity', '1_0'].map(
      parseNumber,
    ),
  ).toEqual([1, -1.5, 0.387, 0.001, 7, null, null, null, null, null, null, null]);
});

describe('channels', () => {
  const [cfx] = ANALYSER_PROFILES;

  test('are recognised by the dye in any spelling', () => {
    const dyes = ['fam', 'TEXAS_RED', 'Cy5', 'VIC', 'CY 5.5', 'Alexa 405'];
    const { channels } = channelsOfDyes(dyes, { profile: cfx!, answers: [] });
    expect([...channels]).toEqual([
      ['fam', 'FAM'],
      ['TEXAS_RED', 'TEXAS_RED'],
      ['Cy5', 'CY5'],
      ['VIC', 'HEX'],
      ['CY 5.5', 'CY5_5'],
    ]);
  });

  test('are assumed for a binding dye only if it is the only one', () => {
    expect(channelsOfDyes(['SYBR'], { profile: cfx!, answers: [] })).toEqual({
      channels: new Map([['SYBR', 'FAM']]),
      assumed: ['SYBR'],
      answered: new Set(),
    });
    expect(channelsOfDyes(['SYBR', 'FAM'], { profile: cfx!, answers: [] }).channels).toEqual(
      new Map([['FAM', 'FAM']]),
    );
    expect(channelsOfDyes(['SYBR', 'EvaGreen'], { profile: cfx!, answers: [] }).channels.size).toBe(0);
  });

  test('follow the answer, whatever else is known', () => {
    const answers = [
      { dye: 'New Green', channel: 'FAM' as const },
      { dye: 'texas red', channel: null },
    ];
    const { channels, answered } = channelsOfDyes(['NewGreen', 'Texas Red', 'SYBR'], {
      profile: cfx!,
      answers,
    });
    expect([...channels]).toEqual([['NewGreen', 'FAM']]);
    expect([...answered]).toEqual(['NewGreen', 'Texas Red']);
  });

  test('exclude the passive reference on Applied Biosystems instruments', () => {
    const quantStudio = ANALYSER_PROFILES.find(({ id }) => id === 'quantstudio');
    expect(channelsOfDyes(['ROX'], { profile: quantStudio!, answers: [] }).channels.size).toBe(0);
  });
});

test('every profile is valid by its schema, also as JSON', () => {
  for (const profile of ANALYSER_PROFILES) {
    expect(analyserProfileSchema.parse(JSON.parse(JSON.stringify(profile)))).toEqual(profile);
  }
  expect(new Set(ANALYSER_PROFILES.map(({ id }) => id)).size).toBe(ANALYSER_PROFILES.length);
});

test('the page of formats has a row for each', () => {
  const page = readFileSync(new URL('../../../docs/formats.md', import.meta.url), 'utf8');
  for (const label of Object.values(RUN_FILE_FORMAT_LABEL)) expect(page).toContain(`\n| ${label}`);
});
