import type { UsedAmplification, WellAmplification } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { besideCurves, type Curve, curveOf, flatCurve } from '../../test/amplification-curve.ts';
import {
  amplificationChannel,
  amplificationEvaluate,
  cqRead,
  isAmplificationUnknown,
  wellAmplification,
} from './well-amplification.ts';

describe('whether a channel has amplified', () => {
  const at = [{ channel: 'FAM' as const, latestCycle: 35 }];
  const asked = (curve: Curve, cq: number | 'none' | null) =>
    wellAmplification(at, [{ channel: 'FAM', ...curveOf(curve), cq }])[0];

  it('DIAG-85 takes the Cq of the file, unless the curve excludes it', () => {
    expect(asked({ cq: 25 }, 24.2)).toMatchObject({ outcome: 'amplified', cq: 24.2, source: 'file' });
    expect(asked({ cq: 25 }, 35)).toMatchObject({ outcome: 'amplified', cq: 35 });
    expect(asked({ cq: 34 }, 35.1)).toMatchObject({ outcome: 'not-amplified', cq: 35.1, fault: null });
    expect(asked({ cq: null }, 'none')).toMatchObject({ outcome: 'not-amplified', cq: null, source: 'file' });
    expect(asked({ cq: null }, 24)).toMatchObject({
      outcome: 'not-known',
      fault: 'sources-differ',
      cq: null,
    });
    expect(asked({ cq: null }, 4)).toMatchObject({ outcome: 'not-known', fault: 'sources-differ' });
    expect(asked({ cq: 25 }, 'none')).toMatchObject({ outcome: 'not-known', fault: 'sources-differ' });
  });

  it('DIAG-85 a stated answer does not count on a curve that cannot be judged', () => {
    expect(asked({ cq: 9.5 }, 'none')).toMatchObject({ outcome: 'not-known', fault: 'rising-at-start' });
    expect(asked({ cq: 25, plateau: 40 }, 'none')).toMatchObject({ outcome: 'not-known', fault: 'unclear' });
    expect(asked({ cq: 25, plateau: 40 }, 25)).toMatchObject({ outcome: 'not-known', fault: 'unclear' });
    expect(asked({ cq: 25, plateau: 40 }, 38)).toMatchObject({ outcome: 'not-known', fault: 'unclear' });
    expect(asked({ cq: 25, cycles: 12 }, 'none')).toMatchObject({ fault: 'too-few-cycles' });
  });

  it('DIAG-85 a rise after the limit supports that there is none', () => {
    expect(asked({ cq: 37 }, 'none')).toMatchObject({ outcome: 'not-amplified', cq: null, source: 'file' });
    expect(asked({ cq: 44 }, 'none')).toMatchObject({ outcome: 'not-amplified', cq: null, source: 'file' });
    expect(asked({ cq: 44 }, 43.5)).toMatchObject({ outcome: 'not-amplified', cq: 43.5, source: 'file' });
    expect(asked({ cq: 44 }, 30)).toMatchObject({ outcome: 'not-known', fault: 'rising-at-end' });
    // A rise in the last three cycles may begin before them: 38 − 3 is within the limit of 35, 39 − 3 is not.
    expect(asked({ cq: 37, cycles: 38 }, 'none')).toMatchObject({ fault: 'rising-at-end' });
    expect(asked({ cq: 38, cycles: 39 }, 'none')).toMatchObject({ outcome: 'not-amplified', fault: null });
  });

  it('DIAG-85 is not known if a stated and a computed Cq are far apart on both sides of the limit', () => {
    const differ = { outcome: 'not-known', fault: 'sources-differ' };
    expect(asked({ cq: 22.3 }, 38)).toMatchObject(differ);
    expect(asked({ cq: 38 }, 22.3)).toMatchObject(differ);
    expect(asked({ cq: 20 }, 34)).toMatchObject({ outcome: 'amplified', cq: 34 });
    expect(asked({ cq: 37 }, 34)).toMatchObject({ outcome: 'amplified', cq: 34 });
    const own = asked({ cq: 33.3 }, null)!.cq!;
    expect(asked({ cq: 33.3 }, own + 5)).toMatchObject({ outcome: 'not-amplified', cq: own + 5 });
    expect(asked({ cq: 33.3 }, own + 5.01)).toMatchObject(differ);
    expect(asked({ cq: 37 }, 'none')).toMatchObject({ outcome: 'not-amplified', fault: null });
  });

  it('DIAG-85 a computed Cq counts up to the latest cycle itself', () => {
    const { cq } = asked({ cq: 33.3 }, null)!;
    const until = (latestCycle: number) =>
      wellAmplification(
        [{ channel: 'FAM', latestCycle }],
        [{ channel: 'FAM', ...curveOf({ cq: 33.3 }), cq: null }],
      )[0];
    expect(until(cq!)).toMatchObject({ outcome: 'amplified', cq, latestCycle: cq });
    expect(until(cq! - 0.01)).toMatchObject({ outcome: 'not-amplified', cq });
    // The file states one after the limit.
    const stated = wellAmplification(
      [{ channel: 'FAM', latestCycle: cq! }],
      [{ channel: 'FAM', ...curveOf({ cq: 33.3 }), cq: cq! + 6 }],
    );
    expect(stated[0]).toMatchObject({ outcome: 'not-known', fault: 'sources-differ' });
  });

  it('DIAG-85 is answered for each channel separately', () => {
    const settings = [
      { channel: 'HEX' as const, latestCycle: 30 },
      { channel: 'FAM' as const, latestCycle: 35 },
    ];
    const nothing = { cycle: new Float64Array(), value: new Float64Array() };
    expect(
      wellAmplification(settings, [
        { channel: 'FAM', ...nothing, cq: 34 },
        { channel: 'HEX', ...nothing, cq: 31 },
      ]),
    ).toEqual([
      { channel: 'HEX', outcome: 'not-amplified', fault: null, cq: 31, source: 'file', latestCycle: 30 },
      { channel: 'FAM', outcome: 'amplified', fault: null, cq: 34, source: 'file', latestCycle: 35 },
    ]);
    expect(wellAmplification(settings.slice(0, 1), [{ channel: 'HEX', ...nothing, cq: null }])).toEqual([
      { channel: 'HEX', outcome: 'not-known', fault: 'no-data', cq: null, source: null, latestCycle: 30 },
    ]);
  });

  it('DIAG-85 computes it where the file states nothing, and knows nothing without data', () => {
    expect(asked({ cq: 25 }, null)).toMatchObject({ outcome: 'amplified', source: 'curve' });
    expect(asked({ cq: 37 }, null)).toMatchObject({ outcome: 'not-amplified', source: 'curve' });
    expect(asked({ cq: null }, null)).toMatchObject({ outcome: 'not-amplified', cq: null, source: 'curve' });
    expect(asked({ cq: null, cycles: 35 }, null)).toMatchObject({ outcome: 'not-amplified' });
    expect(asked({ cq: null, cycles: 34 }, null)).toMatchObject({
      outcome: 'not-known',
      fault: 'ends-early',
    });
    expect(asked({ cq: 44 }, null)).toMatchObject({
      outcome: 'not-known',
      fault: 'rising-at-end',
      source: null,
    });
    expect(wellAmplification(at, [])).toEqual([
      { channel: 'FAM', outcome: 'not-known', fault: 'no-data', cq: null, source: null, latestCycle: 35 },
    ]);
    const nothing = { cycle: new Float64Array(), value: new Float64Array() };
    expect(wellAmplification(at, [{ channel: 'FAM', ...nothing, cq: 30 }])[0]).toMatchObject({
      outcome: 'amplified',
      source: 'file',
    });
  });

  it('DIAG-85 does not know if it amplifies or reads another channel that does', () => {
    const other = (curve: Curve, cq: number | 'none' | null = null) => ({ ...curveOf(curve), cq });
    const beside = (...crossTalk: (ReturnType<typeof other> | null)[]) =>
      wellAmplification(at, [{ channel: 'FAM', ...curveOf({ cq: 25 }), cq: null, crossTalk }])[0];
    const unsure = { outcome: 'not-known', fault: 'cross-talk', cq: null };
    expect(beside(other({ cq: 22 }))).toMatchObject(unsure);
    expect(beside(other({ cq: 22, plateau: 40 }))).toMatchObject(unsure);
    expect(beside(other({ cq: null }, 30))).toMatchObject(unsure);
    expect(beside(other({ cq: null }), null)).toMatchObject(unsure);
    expect(beside(other({ cq: null }, 'none'))).toMatchObject({ outcome: 'amplified' });
    expect(beside(other({ cq: null }))).toMatchObject({ outcome: 'amplified' });
    expect(beside()).toMatchObject({ outcome: 'amplified' });
    expect(beside(other({ cq: 22 }, 'none'))).toMatchObject(unsure);
    const nothing = { cycle: new Float64Array(), value: new Float64Array() };
    expect(beside({ ...nothing, cq: null })).toMatchObject(unsure);
    expect(beside({ ...nothing, cq: 30 })).toMatchObject(unsure);
    expect(beside({ ...nothing, cq: 'none' })).toMatchObject({ outcome: 'amplified' });
    const late = {
      channel: 'FAM' as const,
      ...curveOf({ cq: 37 }),
      cq: null,
      crossTalk: [other({ cq: 22 })],
    };
    expect(wellAmplification(at, [late])[0]).toMatchObject({ outcome: 'not-amplified' });
  });

  it('REVIEW-406 shows the Cq of the file or of the curve, or why it is not known', () => {
    expect(cqRead({ ...curveOf({ cq: 25 }), cq: 24 })).toEqual({ cq: 24, source: 'file', fault: null });
    expect(cqRead({ ...curveOf({ cq: null }), cq: null })).toEqual({
      cq: null,
      source: 'curve',
      fault: null,
    });
    expect(cqRead({ ...curveOf({ cq: 15 }), cq: null })).toEqual({
      cq: expect.closeTo(14.38, 2) as number,
      source: 'curve',
      fault: null,
    });
    const nothing = { cycle: new Float64Array(), value: new Float64Array() };
    expect(cqRead({ ...nothing, cq: null })).toEqual({ cq: null, source: null, fault: null });
    expect(cqRead({ ...nothing, cq: 24 })).toEqual({ cq: 24, source: 'file', fault: null });
    expect(cqRead({ ...curveOf({ cq: 44 }), cq: null })).toEqual({
      cq: null,
      source: null,
      fault: 'rising-at-end',
    });
  });

  it('TRUST-648 shows the Cq of the method with which an interpretation was made', () => {
    const flat = curveOf({ cq: null });
    const straight = flat.value.map((now, index) => now + 800 * Math.min(1, Math.max(0, (index - 14) / 10)));
    const steep = { ...flat, value: straight, cq: null };
    expect(cqRead(steep).fault).toBe('not-exponential');
    expect(cqRead(steep, { method: 'curvewell-amplification/3' }).fault).toBe('not-exponential');
    expect(cqRead(steep, { method: 'curvewell-amplification/2' })).toMatchObject({
      source: 'curve',
      fault: null,
    });
    expect(cqRead(steep, {})).toMatchObject({ source: 'curve', fault: null });
    // A detector at its ceiling: only the first method calls it flat.
    const ceiling = { ...flatCurve(9000, 1), cq: null, beside: besideCurves() };
    expect(cqRead(ceiling, { method: 'curvewell-amplification/2' }).fault).toBe('at-ceiling');
    expect(cqRead(ceiling, {})).toEqual({ cq: null, source: 'curve', fault: null });
  });

  it('REVIEW-410 shows why the curve does not support the Cq of the file', () => {
    const faultOf = (curve: Curve, cq: number | 'none') => cqRead({ ...curveOf(curve), cq }).fault;
    expect(cqRead({ ...curveOf({ cq: 22 }), cq: 'none' })).toEqual({
      cq: null,
      source: 'file',
      fault: 'sources-differ',
    });
    expect(faultOf({ cq: null }, 24)).toBe('sources-differ');
    expect(faultOf({ cq: 22.3 }, 38)).toBe('sources-differ');
    expect(faultOf({ cq: 9.5 }, 'none')).toBe('rising-at-start');
    expect(faultOf({ cq: null }, 'none')).toBeNull();
    expect(faultOf({ cq: 44 }, 'none')).toBeNull();
    expect(faultOf({ cq: 44 }, 43)).toBe('rising-at-end');
    const nothing = { cycle: new Float64Array(), value: new Float64Array() };
    expect(cqRead({ ...nothing, cq: 'none' }).fault).toBeNull();
  });

  it('DIAG-87 a rule does not hold on it, from the second method on', () => {
    const input = { channel: 'FAM' as const, ...flatCurve(3450, 1), cq: null, beside: besideCurves() };
    const answerOf = (setting: UsedAmplification[number], cq: 'none' | null = null) =>
      wellAmplification([setting], [{ ...input, cq }])[0];
    const setting = { channel: 'FAM' as const, latestCycle: 35 };
    const method = 'curvewell-amplification/2' as const;
    expect(answerOf({ ...setting, method })).toMatchObject({ outcome: 'not-known', fault: 'at-ceiling' });
    expect(answerOf({ ...setting, method }, 'none')).toMatchObject({ outcome: 'not-known', source: null });
    expect(answerOf(setting)).toMatchObject({ outcome: 'not-amplified', source: 'curve' });
    expect(cqRead(input)).toEqual({ cq: null, source: null, fault: 'at-ceiling' });
  });

  it('DIAG-89 a rule does not hold on a straight rise, from the third method on', () => {
    const { cycle, value } = curveOf({ cq: null });
    const rising = { cycle, value: value.map((now, index) => now + 80 * Math.max(0, index - 19)) };
    const input = { channel: 'FAM' as const, ...rising, cq: null, beside: [] };
    const answerOf = (method?: UsedAmplification[number]['method']) =>
      wellAmplification([{ channel: 'FAM', latestCycle: 35, ...(method && { method }) }], [input])[0];
    expect(answerOf()?.outcome).toBe('amplified');
    expect(answerOf('curvewell-amplification/2')?.outcome).toBe('amplified');
    const steep = { outcome: 'not-known', fault: 'not-exponential', cq: null };
    expect(answerOf('curvewell-amplification/3')).toMatchObject(steep);
    expect(cqRead(input)).toEqual({ cq: null, source: null, fault: 'not-exponential' });
  });
});

describe('a condition on amplification', () => {
  const answer = (outcome: WellAmplification['outcome']): WellAmplification => ({
    channel: 'FAM',
    outcome,
    fault: outcome === 'not-known' ? 'unclear' : null,
    cq: outcome === 'amplified' ? 24 : null,
    source: outcome === 'not-known' ? null : 'curve',
    latestCycle: 35,
  });
  const evaluated = (outcome: WellAmplification['outcome'], operator: 'IS' | 'IS_NOT') =>
    amplificationEvaluate([answer(outcome)], { operator }, 'FAM');

  it('DIAG-85 holds, or its opposite does, with the Cq and its limit', () => {
    expect(evaluated('amplified', 'IS')).toEqual({ firstValue: 24, secondValue: 35, holds: true });
    expect(evaluated('amplified', 'IS_NOT').holds).toBe(false);
    expect(evaluated('not-amplified', 'IS')).toEqual({ firstValue: null, secondValue: 35, holds: false });
    expect(evaluated('not-amplified', 'IS_NOT').holds).toBe(true);
  });

  it('DIAG-85 holds in no way while it is not known', () => {
    const unknown = { firstValue: null, secondValue: null, holds: false };
    for (const operator of ['IS', 'IS_NOT'] as const) {
      expect(evaluated('not-known', operator)).toEqual(unknown);
      expect(amplificationEvaluate([answer('amplified')], { operator }, 'HEX')).toEqual(unknown);
      expect(amplificationEvaluate(undefined, { operator }, 'FAM')).toEqual(unknown);
    }
  });

  it('DIAG-85 is not known for its own channel alone', () => {
    const isUnknown = (
      firstOperand: Parameters<typeof isAmplificationUnknown>[1]['firstOperand'],
      amplification?: readonly WellAmplification[],
    ) => isAmplificationUnknown(amplification, { firstOperand });
    const fam = { amplification: 'FAM' } as const;
    expect(isUnknown(fam, [answer('amplified')])).toBe(false);
    expect(isUnknown(fam, [answer('not-amplified')])).toBe(false);
    expect(isUnknown(fam, [answer('not-known')])).toBe(true);
    expect(isUnknown(fam)).toBe(true);
    expect(isUnknown({ amplification: 'HEX' }, [answer('amplified')])).toBe(true);
    expect(isUnknown('A', [answer('not-known')])).toBe(false);
  });

  it('DIAG-85 names its channel', () => {
    expect(amplificationChannel({ firstOperand: { amplification: 'HEX' } })).toBe('HEX');
    for (const firstOperand of ['A', 60, { width: 'A' }, { amplification: 'amplified' }] as const)
      expect(amplificationChannel({ firstOperand })).toBeNull();
  });
});
