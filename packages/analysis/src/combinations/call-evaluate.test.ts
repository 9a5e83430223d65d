import type { CallFlag, Operator, Peak, SampleType } from '@curvewell/domain';
import { describe, expect, it } from 'vitest';

import { countedPeak, rejectedPeak } from '../../test/peaks.ts';
import type { RuleConfiguration } from '../configuration.ts';
import { callPolicyOf } from '../versions/call-policy.ts';
import { callDecide, callEvaluate, type CallGrounds } from './call-evaluate.ts';

const SETTINGS = { minThreshold: 30, slopeThreshold: 5, minQuality: 0.4, inversed: false } as const;

const phaseOf = (
  peaks: readonly Peak[],
  settings: Partial<CallGrounds['phases'][number]['settings']> = {},
): CallGrounds['phases'][number] => ({
  type: 'MELT',
  noise: 1,
  readings: 100,
  settings: { phaseType: 'MELT', ...SETTINGS, ...settings },
  peaks: [...peaks],
});

const groundsOf = (peaks: readonly Peak[], sampleType: SampleType = 'BLOOD'): CallGrounds => ({
  phases: [phaseOf(peaks)],
  sampleType,
  flags: [],
});

const ruleOf = (
  zones: readonly string[],
  diagnostic: string | null,
  expressions: RuleConfiguration['expressions'] = [],
): RuleConfiguration => ({ zones, diagnostic, expressions });

const decide = (grounds: CallGrounds, rules: readonly RuleConfiguration[], version = '1.1.0') =>
  callDecide(grounds, { rules, outsideDiagnostic: null, policy: callPolicyOf(version) });

const RULES = [ruleOf([], 'NEGATIVE'), ruleOf(['A'], 'MUTATED'), ruleOf(['B'], 'WILD_TYPE')];
const UNRESOLVED: CallFlag = {
  ...({ code: 'unresolved-melt', phase: 'MELT', zone: null } as const),
  temperature: 60,
  measured: 1,
  limit: 1,
};

describe('the combination of a call', () => {
  it('consists of the zones of the counted peaks, in order and each once', () => {
    const peaks = [
      countedPeak({ zone: 'C' }),
      countedPeak({ zone: 'A' }),
      countedPeak({ zone: 'C' }),
      countedPeak({ zone: null }),
      rejectedPeak({ zone: 'B' }),
    ];
    expect(decide(groundsOf(peaks), [])).toMatchObject({ zonesHit: ['A', 'C'], combination: 'A + C' });
  });

  it('includes the peaks of all phases', () => {
    const phases = [phaseOf([countedPeak({ zone: 'B' })]), phaseOf([countedPeak({ zone: 'A' })])];
    expect(decide({ ...groundsOf([]), phases }, []).combination).toBe('A + B');
  });
});

describe('the rules of a combination', () => {
  it('are those with exactly its zones, in any order', () => {
    const rules = [
      ...RULES,
      ruleOf(['A', 'B'], 'WRONG'),
      ruleOf(['C', 'A'], 'RIGHT'),
      ruleOf(['C'], 'WRONG'),
    ];
    const call = decide(groundsOf([countedPeak({ zone: 'A' }), countedPeak({ zone: 'C' })]), rules);
    expect(call.diagnostic).toBe('RIGHT');
    expect(call.triedRules).toEqual([{ rule: 4, diagnostic: 'RIGHT', expressions: [], holds: true }]);
  });

  it('are evaluated in order until one applies, and no further', () => {
    const lower = { firstOperand: 'A', operator: 'LT', secondOperand: 'B' } as const;
    const rules = [
      ruleOf(['A', 'B'], 'FIRST', [lower]),
      ruleOf(['A', 'B'], 'SECOND'),
      ruleOf(['A', 'B'], 'THIRD'),
    ];
    const peaks = [countedPeak({ zone: 'A', height: 90 }), countedPeak({ zone: 'B', height: 60 })];
    const call = decide(groundsOf(peaks), rules);
    expect(call.diagnostic).toBe('SECOND');
    expect(call.triedRules).toEqual([
      {
        rule: 0,
        diagnostic: 'FIRST',
        holds: false,
        expressions: [{ ...lower, firstValue: 90, secondValue: 60, holds: false }],
      },
      { rule: 1, diagnostic: 'SECOND', expressions: [], holds: true },
    ]);
  });

  it('are not evaluated after one without a condition', () => {
    const rules = [ruleOf(['A'], 'FIRST'), ruleOf(['A'], 'SECOND')];
    expect(decide(groundsOf([countedPeak()]), rules).triedRules.map(({ rule }) => rule)).toEqual([0]);
  });

  it('are all reported if none applies, and there is no call', () => {
    const never = { firstOperand: 'A', operator: 'LT', secondOperand: 'A' } as const;
    const rules = [ruleOf(['A'], 'FIRST', [never]), ruleOf(['A'], 'SECOND', [never])];
    const call = decide(groundsOf([countedPeak()]), rules);
    expect(call.diagnostic).toBeNull();
    expect(call.triedRules.map(({ rule, holds }) => [rule, holds])).toEqual([
      [0, false],
      [1, false],
    ]);
  });

  it('may have no diagnostic', () => {
    expect(decide(groundsOf([countedPeak()]), [ruleOf(['A'], null)]).diagnostic).toBeNull();
  });
});

describe('an expression', () => {
  const holds = (operator: Operator, [a, b]: readonly [number, number]) => {
    const rules = [
      ruleOf(['A', 'B'], 'X', [{ firstOperand: 'A', operator, secondOperand: 'B' }]),
      ruleOf(['A', 'B'], 'Y'),
    ];
    const peaks = [countedPeak({ zone: 'A', height: a }), countedPeak({ zone: 'B', height: b })];
    return decide(groundsOf(peaks), rules).diagnostic === 'X';
  };

  it.each([
    ['LT', [true, false, false]],
    ['LTE', [true, true, false]],
    ['GT', [false, false, true]],
    ['GTE', [false, true, true]],
  ] as const)('%s holds for a lower, an equal and a higher peak: %j', (operator, wanted) => {
    expect([holds(operator, [50, 60]), holds(operator, [60, 60]), holds(operator, [70, 60])]).toEqual(wanted);
  });

  it('compares the highest counted peak of a zone, and 0 for a zone without one', () => {
    const expression = { firstOperand: 'A', operator: 'LT', secondOperand: 'B' } as const;
    const peaks = [
      countedPeak({ zone: 'A', height: 40 }),
      countedPeak({ zone: 'A', height: 70 }),
      countedPeak({ zone: 'A', height: 50 }),
      rejectedPeak({ zone: 'A', height: 99 }),
    ];
    const { triedRules } = decide(groundsOf(peaks), [ruleOf(['A'], 'X', [expression])]);
    expect(triedRules[0]?.expressions).toEqual([
      { ...expression, firstValue: 70, secondValue: 0, holds: false },
    ]);
  });

  const peaksOfTwo = [
    countedPeak({ zone: 'A', height: 300, width: 3.4 }),
    countedPeak({ zone: 'A', height: 200, width: 9 }),
    countedPeak({ zone: 'B', height: 120, width: 2 }),
  ];
  const triedOf = (peaks: readonly Peak[], expression: RuleConfiguration['expressions'][number]) =>
    decide(groundsOf(peaks), [ruleOf(['A', 'B'], 'X', [expression]), ruleOf(['A'], 'X', [expression])])
      .triedRules[0]?.expressions[0];

  it.each([
    ['LT', 3.5, true],
    ['LT', 3.4, false],
    ['LTE', 3.4, true],
    ['GT', 3.3, true],
    ['GT', 3.4, false],
    ['GTE', 3.4, true],
  ] as const)(
    'KIT-170 compares the width of the highest peak of a zone: %s %d is %s',
    (operator, limit, wanted) => {
      const expression = { firstOperand: { width: 'A' }, operator, secondOperand: limit };
      expect(triedOf(peaksOfTwo, expression)).toEqual({
        ...expression,
        firstValue: 3.4,
        secondValue: limit,
        holds: wanted,
      });
    },
  );

  it.each([
    [['A', 'B'], 2.5, 'GTE', true],
    [['A', 'B'], 2.5, 'GT', false],
    [['B', 'A'], 0.5, 'LT', true],
  ] as const)(
    'KIT-171 compares the ratio of the heights of %j: against %d %s is %s',
    (zones, limit, operator, wanted) => {
      const ratio: [string, string] = [...zones];
      const tried = triedOf(peaksOfTwo, { firstOperand: { ratio }, operator, secondOperand: limit });
      expect(tried?.firstValue).toBeCloseTo(zones[0] === 'A' ? 2.5 : 0.4, 12);
      expect(tried?.holds).toBe(wanted);
    },
  );

  it.each<RuleConfiguration['expressions'][number]>([
    { firstOperand: { width: 'B' }, operator: 'LT', secondOperand: 3 },
    { firstOperand: { ratio: ['A', 'B'] }, operator: 'GT', secondOperand: 2 },
    { firstOperand: { ratio: ['B', 'A'] }, operator: 'LT', secondOperand: 2 },
  ])('KIT-172 does not hold if a required peak is missing: %j', (expression) => {
    const alone = [countedPeak({ zone: 'A' }), rejectedPeak({ zone: 'B' })];
    expect(triedOf(alone, expression)).toEqual({
      ...expression,
      firstValue: null,
      secondValue: expression.secondOperand,
      holds: false,
    });
  });

  it('KIT-172 is evaluated again from its explanation', () => {
    const expression = { firstOperand: { width: 'A' }, operator: 'GT', secondOperand: 3 } as const;
    const grounds = groundsOf(peaksOfTwo);
    const call = decide(grounds, [ruleOf(['A', 'B'], 'WIDE', [expression])]);
    expect(call.diagnostic).toBe('WIDE');
    const explanation = { ...grounds, ...call, algorithmVersion: '1.1.0', channel: 'FAM' as const };
    expect(callEvaluate({ ...explanation, phases: [...grounds.phases], flags: [] })).toEqual(call);
  });

  it('must hold together with all others of its rule', () => {
    const low = { firstOperand: 'A', operator: 'LT', secondOperand: 'B' } as const;
    const high = { firstOperand: 'A', operator: 'GT', secondOperand: 'B' } as const;
    const peaks = [countedPeak({ zone: 'A', height: 40 }), countedPeak({ zone: 'B', height: 70 })];
    const call = decide(groundsOf(peaks), [ruleOf(['A', 'B'], 'X', [low, high])]);
    expect(call.triedRules[0]?.holds).toBe(false);
    expect(call.diagnostic).toBeNull();
  });
});

describe('the meaning of a sample’s peaks', () => {
  const none: readonly Peak[] = [];
  const inA = [countedPeak()];
  const outside = [countedPeak({ zone: null })];

  it.each([
    ['NEGATIVE_TEST', none, 'TEST_OK'],
    ['NEGATIVE_TEST', [rejectedPeak()], 'TEST_OK'],
    ['NEGATIVE_TEST', inA, 'TEST_KO'],
    ['NEGATIVE_TEST', outside, 'TEST_KO'],
    ['POSITIVE_TEST', inA, 'TEST_OK'],
    ['POSITIVE_TEST', none, 'TEST_KO'],
    ['POSITIVE_TEST', [countedPeak({ zone: 'C' })], 'TEST_KO'],
    ['BLOOD', inA, 'MUTATED'],
    ['DNA', inA, 'MUTATED'],
    ['STANDARD', inA, 'MUTATED'],
    ['BLOOD', none, 'NEGATIVE'],
    ['DNA', [countedPeak({ zone: 'C' })], null],
  ] as const)('%s with %j is %s', (sampleType, peaks, diagnostic) => {
    expect(decide(groundsOf(peaks, sampleType), RULES).diagnostic).toBe(diagnostic);
  });

  it.each([
    ['NEGATIVE_TEST', none, 'TEST_KO'],
    ['POSITIVE_TEST', inA, 'TEST_KO'],
    ['BLOOD', inA, null],
    ['STANDARD', none, null],
  ] as const)(
    '%s is not called, or fails as a control, when a melt is unresolved',
    (sampleType, peaks, wanted) => {
      const call = decide({ ...groundsOf(peaks, sampleType), flags: [UNRESOLVED] }, RULES);
      expect([call.diagnostic, call.score]).toEqual([wanted, 0]);
    },
  );

  // “Healthy” is also the call of a tube in which nothing amplified.
  it.each([
    ['1.1.0', none, 'TEST_KO'],
    ['1.1.0', [rejectedPeak()], 'TEST_KO'],
    ['1.1.0', inA, 'TEST_OK'],
    ['1.0.0', none, 'TEST_OK'],
  ] as const)(
    'TRUST-621 by version %s, a positive control with %j is %s although the kit calls a well without a peak',
    (version, peaks, wanted) => {
      const rules = [ruleOf([], 'HEALTHY'), ruleOf(['A'], 'SICK')];
      const by = { rules, outsideDiagnostic: null, policy: callPolicyOf(version) };
      expect(callDecide(groundsOf(peaks, 'POSITIVE_TEST'), by).diagnostic).toBe(wanted);
      expect(callDecide(groundsOf(none, 'BLOOD'), by).diagnostic).toBe('HEALTHY');
    },
  );

  it('is flagged whatever other remarks there are', () => {
    const flags = [{ ...UNRESOLVED, code: 'uncounted-melt' as const }];
    expect(decide({ ...groundsOf(inA), flags }, RULES).diagnostic).toBe('MUTATED');
  });
});

describe('a peak outside all zones for which the kit has a diagnostic', () => {
  const OUTSIDE: CallFlag = { ...UNRESOLVED, code: 'outside-peak' };
  const peaks = [countedPeak({ zone: null })];
  const callOf = (
    sampleType: SampleType,
    flags: readonly CallFlag[] = [OUTSIDE],
    outsideDiagnostic: string | null = 'SICK',
  ) =>
    callDecide(
      { ...groundsOf(peaks, sampleType), flags: [...flags] },
      { rules: RULES, outsideDiagnostic, policy: callPolicyOf('1.1.0') },
    );

  it('gives the call, and no rule is evaluated', () => {
    for (const flags of [[OUTSIDE], [{ ...UNRESOLVED, code: 'spike' as const }, OUTSIDE]])
      expect(callOf('BLOOD', flags)).toEqual({
        zonesHit: [],
        combination: 'NONE',
        triedRules: [],
        diagnostic: 'SICK',
        outsideDiagnostic: 'SICK',
        score: 1,
      });
  });

  it('gives none without its flag, if another flag prevents it, or if the kit has no diagnostic', () => {
    const ofRules = callOf('BLOOD', []);
    expect([ofRules.diagnostic, 'outsideDiagnostic' in ofRules]).toEqual(['NEGATIVE', false]);
    expect(callOf('BLOOD', [OUTSIDE, UNRESOLVED])).toMatchObject({ diagnostic: null, score: 0 });
    const none = callOf('BLOOD', [OUTSIDE], null);
    expect([none.diagnostic, none.triedRules, 'outsideDiagnostic' in none]).toEqual([null, [], false]);
  });

  it('does not satisfy a positive control', () => {
    const control = callOf('POSITIVE_TEST');
    expect([control.diagnostic, 'outsideDiagnostic' in control]).toEqual(['TEST_KO', false]);
    expect(callOf('NEGATIVE_TEST').diagnostic).toBe('TEST_KO');
    expect(callOf('STANDARD').diagnostic).toBe('SICK');
  });

  it('gives the same call again from its explanation', () => {
    const grounds = groundsOf(peaks);
    const call = callOf('BLOOD');
    const explanation = { ...grounds, ...call, algorithmVersion: '1.1.0', channel: 'FAM' as const };
    expect(callEvaluate({ ...explanation, phases: [...grounds.phases], flags: [OUTSIDE] })).toEqual(call);
  });
});

describe('the score', () => {
  const scoreOf = (peaks: readonly Peak[], settings = {}) =>
    decide({ ...groundsOf([]), phases: [phaseOf(peaks, settings)] }, RULES).score;

  it('is the lowest quality of the counted peaks in zones', () => {
    const peaks = [
      countedPeak({ quality: 0.8 }),
      countedPeak({ zone: 'B', quality: 0.6 }),
      countedPeak({ zone: null, quality: 0.1 }),
      rejectedPeak({ zone: 'A', quality: 0.05 }),
    ];
    expect(scoreOf(peaks)).toBe(0.6);
  });

  it('is 1 without any candidate', () => {
    expect(scoreOf([])).toBe(1);
    expect(scoreOf([countedPeak({ zone: null, quality: 0.3 })])).toBe(1);
  });

  it('is what the nearest rejected peak lacks, by significance or height, whichever is more', () => {
    // Limits: significance 5, height 30.
    expect(scoreOf([rejectedPeak({ significance: 2, height: 27 })])).toBeCloseTo(1 - 2 / 5, 10);
    expect(scoreOf([rejectedPeak({ significance: 4, height: 12 })])).toBeCloseTo(1 - 12 / 30, 10);
    const peaks = [
      rejectedPeak({ significance: 1 }),
      rejectedPeak({ significance: 3 }),
      rejectedPeak({ height: 3 }),
    ];
    expect(scoreOf(peaks)).toBeCloseTo(1 - 3 / 5, 10);
  });

  it('is 0 if a rejected peak exceeds both limits', () => {
    expect(scoreOf([rejectedPeak({ significance: 9, height: 90 })])).toBe(0);
  });

  it('treats a limit of 0 as just reached', () => {
    const peak = rejectedPeak({ significance: 2, height: 12 });
    expect(scoreOf([peak], { slopeThreshold: 0 })).toBeCloseTo(1 - 12 / 30, 10);
    expect(scoreOf([peak], { minThreshold: 0 })).toBeCloseTo(1 - 2 / 5, 10);
    expect(scoreOf([peak], { slopeThreshold: 0, minThreshold: 0 })).toBe(0);
    const nothing = rejectedPeak({ significance: 0, height: 0 });
    expect(scoreOf([nothing], { slopeThreshold: 0, minThreshold: 0 })).toBe(0);
  });
});

it('a call is evaluated again from its explanation and its evaluated rules', () => {
  const grounds = groundsOf([countedPeak({ zone: 'B' })]);
  const call = decide(grounds, RULES);
  const explanation = { ...grounds, ...call, algorithmVersion: '1.0.0', channel: 'FAM' as const };
  const again = { ...explanation, phases: [...grounds.phases], flags: [] };
  expect(callEvaluate(again)).toEqual(call);
  expect(callEvaluate({ ...again, triedRules: [] }).diagnostic).toBeNull();
});

describe('DIAG-27 a kit’s own diagnostic', () => {
  const own = (zones: readonly string[], meaning: RuleConfiguration['meaning']): RuleConfiguration => ({
    ...ruleOf(zones, 'Own'),
    meaning,
  });
  const hit = [countedPeak({ zone: 'A' })];

  it('is the call of a sample whatever it means', () => {
    for (const meaning of ['positive', 'negative', 'invalid', 'control'] as const)
      expect(decide(groundsOf(hit), [own(['A'], meaning)])).toMatchObject({
        diagnostic: 'Own',
        triedRules: [{ diagnostic: 'Own', meaning, holds: true }],
      });
  });

  it('lets a positive control pass unless it is negative or invalid, and the explanation says the same', () => {
    const control = groundsOf(hit, 'POSITIVE_TEST');
    const results = (['positive', 'control', 'negative', 'invalid'] as const).map((meaning) => {
      const call = decide(control, [own(['A'], meaning)]);
      const again = callEvaluate({ ...control, ...call, algorithmVersion: '1.1.0', channel: 'FAM' });
      expect(again).toEqual(call);
      return call.diagnostic;
    });
    expect(results).toEqual(['TEST_OK', 'TEST_OK', 'TEST_KO', 'TEST_KO']);
  });

  it('is not called when a flag prevents the call', () => {
    const stopped = { ...groundsOf(hit), flags: [UNRESOLVED] };
    expect(decide(stopped, [own(['A'], 'negative')]).diagnostic).toBeNull();
    expect(decide(stopped, [own(['A'], 'invalid')]).diagnostic).toBeNull();
  });
});
