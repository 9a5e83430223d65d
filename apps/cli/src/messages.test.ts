import { execFileSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import { optionsParse } from './options.ts';
import { hintOf, remarksOf } from './messages.ts';

/** The words of a pasted line, as split by bash. */
const pasted = (line: string): string[] =>
  execFileSync('bash', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

const AWKWARD = [
  'EMBL Heidelberg DE - 96 Wells',
  `the "first" plate`,
  `Anna's plate, $HOME \`date\` \\ !! * ~ & ; | < > # {a,b}`,
  `''`,
  '--run',
];

describe('IMPORT-60 a choice in a message', () => {
  it('selects a run, pasted into bash as printed', () => {
    const lines = hintOf({ choices: AWKWARD, dyes: [] }).trimEnd().split('\n');
    const runs = lines.map((line) => optionsParse(['run.rdml', ...pasted(line)]).answers.run);
    expect(runs).toEqual(AWKWARD);
  });

  it('assigns a channel, and the command line accepts it', () => {
    const dye = `No "dye" named, it's = $1`;
    const [line = ''] = hintOf({ choices: [], dyes: [dye] }).split('\n');
    expect(optionsParse(['run.xlsx', ...pasted(line)]).answers.dyes).toEqual([{ dye, channel: 'FAM' }]);
  });
});

it('IMPORT-61 the command line prints the reader’s doubts and remarks', () => {
  const report = { notes: ['A doubt.'], remarks: ['Only the derivative.'] } as never;
  expect(remarksOf({ report })).toBe('note: A doubt.\nnote: Only the derivative.\n');
});
