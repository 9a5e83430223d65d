import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync, spawnSync } from 'node:child_process';

import { syntheticCurve } from '@curvewell/analysis/test/synthetic';
import { ANALYSER_PROFILES } from '@curvewell/instruments';
import { describe, expect, it, vi } from 'vitest';

const MAIN = join(import.meta.dirname, 'main.ts');
const folder = mkdtempSync(join(tmpdir(), 'compensation-'));
const saved = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

/** A run as RDES: each well in FAM and Texas Red, with a product at 75 °C of which a fifth is read in FAM. */
const TEMPERATURES = [...syntheticCurve({ products: [] }).temperature];
function rdes(wells: readonly { position: string; channels: readonly ('FAM' | 'Texas Red')[] }[]): string {
  const head = ['Well', 'Sample', 'Sample Type', 'Target', 'Target Type', 'Dye', ...TEMPERATURES];
  const red = syntheticCurve({ products: [[75, 1000]], seed: 2 }).fluorescence;
  const own = syntheticCurve({ products: [[62, 1000]], seed: 1 }).fluorescence;
  const read = { FAM: own.map((value, i) => value + 0.2 * (red[i] ?? 0)), 'Texas Red': red };
  const rows = wells.flatMap(({ position, channels }) =>
    channels.map((dye) => [position, `S ${position}`, 'unkn', dye, 'toi', dye, ...read[dye]]),
  );
  return [head, ...rows].map((row) => `${row.join('\t')}\n`).join('');
}
const BOTH = ['FAM', 'Texas Red'] as const;
const RUN = saved(
  'run.tsv',
  rdes([
    { position: 'A1', channels: BOTH },
    { position: 'A2', channels: BOTH },
  ]),
);
const SHARES = [{ from: 'TEXAS_RED', into: 'FAM', share: 0.2 }];
const MATRIX = saved('matrix.json', SHARES);

const run = (...words: string[]) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...words], { encoding: 'utf8' });
  return { stdout, stderr, status };
};
const tmsIn = (stdout: string): Record<string, number[]> =>
  Object.fromEntries(
    (
      JSON.parse(stdout) as {
        wells: {
          position: string;
          channel: string;
          phases: { peaks: { tm: number; accepted: boolean }[] }[];
        }[];
      }
    ).wells.map(({ position, channel, phases }) => [
      `${position} ${channel}`,
      phases.flatMap(({ peaks }) => peaks.flatMap(({ tm, accepted }) => (accepted ? [Math.round(tm)] : []))),
    ]),
  );

/** Each test starts the command line at least once. */
vi.setConfig({ testTimeout: 120_000 });

describe('REVIEW-283 the command line subtracts cross-talk', () => {
  it('with a list of shares, and states it in JSON', () => {
    expect(tmsIn(run(RUN, '--json').stdout)).toMatchObject({ 'A1 FAM': [62, 75], 'A1 TEXAS_RED': [75] });
    const { stdout, status } = run(RUN, '--json', '--compensation', MATRIX);
    expect(status).toBe(0);
    expect(tmsIn(stdout)).toEqual({
      'A1 FAM': [62],
      'A1 TEXAS_RED': [75],
      'A2 FAM': [62],
      'A2 TEXAS_RED': [75],
    });
    expect(JSON.parse(stdout)).toMatchObject({ wells: [{ compensation: SHARES }, {}, {}, {}] });
  });

  it('by an analyser’s profile, and states this in a note and in the explanation', () => {
    const profile = saved('profile.json', { ...ANALYSER_PROFILES[0], compensation: SHARES });
    const note = 'Readings compensated for cross-talk: 20 % of TEXAS_RED in FAM.';
    const { stdout, stderr } = run(RUN, '--compensation', profile, '--explain', 'A1', '--channel', 'FAM');
    expect(stderr).toContain(`note: ${note}\n`);
    expect(stdout).toContain(`  ${note}\n`);
    expect(stdout).not.toMatch(/75\.\d\d.*counts/);
  });

  it('and names wells without correction, because a channel was not read', () => {
    const part = saved(
      'part.tsv',
      rdes([
        { position: 'A1', channels: BOTH },
        { position: 'B3', channels: ['FAM'] },
        { position: 'C1', channels: ['Texas Red'] },
        { position: 'D1', channels: BOTH },
      ]),
    );
    const { stdout, stderr } = run(part, '--json', '--compensation', MATRIX);
    expect(tmsIn(stdout)).toMatchObject({ 'A1 FAM': [62], 'B3 FAM': [62, 75] });
    expect(stderr).toBe('');
    expect(run(part, '--compensation', MATRIX).stderr).toMatch(
      /except wells that lack a channel: B3, C1\.\n/,
    );
    const alone = saved('alone.tsv', rdes([{ position: 'B3', channels: ['FAM'] }]));
    expect(run(alone, '--compensation', MATRIX).stderr).toContain('note: Not compensated: ');
  });

  it.each([
    ['no JSON', '{', 'this is not valid JSON'],
    ['a profile without shares', { ...ANALYSER_PROFILES[0] }, 'no cross-talk shares found'],
    ['a share beyond a half', [{ from: 'FAM', into: 'TEXAS_RED', share: 0.6 }], '0.share: '],
  ])('and refuses %s', (_, content, message) => {
    const { stderr, stdout, status } = run(RUN, '--compensation', saved('refused.json', content));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });
});

it('IMPORT-80 a run among several is selected by the line that the refusal prints, pasted into bash', () => {
  const names = [`Anna's "first" plate $HOME`, 'Plate  2; *'];
  const rdml = saved('two.rdml', severalRuns(names));
  const { stderr, status } = run(rdml);
  expect(status).toBe(1);
  const lines = stderr.split('\n').filter((line) => line.startsWith('  --run='));
  expect(lines).toHaveLength(2);
  const positions = lines.map((line) => {
    const command = `'${process.execPath}' '${MAIN}' '${rdml}' --json ${line}`;
    const json = execFileSync('bash', ['-c', command], { encoding: 'utf8' });
    return Object.keys(tmsIn(json));
  });
  expect(positions).toEqual([['A1 FAM'], ['B1 FAM']]);
});

/** RDML with runs of these names; the first has well A1, the second B1. */
function severalRuns(names: readonly string[]): string {
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const { temperature, fluorescence } = syntheticCurve({ products: [[62, 1000]] });
  const points = [...temperature].map(
    (t, i) => `<mdp><tmp>${t}</tmp><fluor>${fluorescence[i]}</fluor></mdp>`,
  );
  const runs = names.map(
    (name, i) =>
      `<run id="${escaped(name)}"><pcrFormat><rows>8</rows><columns>12</columns><rowLabel>ABC</rowLabel><columnLabel>123</columnLabel></pcrFormat><react id="${1 + 12 * i}"><sample id="S"/><data><tar id="T"/>${points.join('')}</data></react></run>`,
  );
  return `<?xml version="1.0"?><rdml version="1.2" xmlns="http://www.rdml.org"><dye id="FAM"/><sample id="S"><type>unkn</type></sample><target id="T"><type>toi</type><dyeId id="FAM"/></target><experiment id="E">${runs.join('')}</experiment></rdml>`;
}
