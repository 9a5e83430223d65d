import { describe, expect, it } from 'vitest';

import { channelRuleFaults, channelRuleFaultText } from './channel-rule-faults.ts';
import { channelRulesSchema, type ChannelRuleSettings } from './channel-rules.ts';
import { resultsWithoutCode } from './rule-codes.ts';
import { resultMisfit, rulesWithResults, type ResultDiagnostic } from './rule-results.ts';

const known = (name: string, of: Partial<ResultDiagnostic> = {}): ResultDiagnostic => ({
  diagnostic: { name, label: name },
  diagnosticLabel: name,
  ...of,
});
const SPECIES = known('Species A', {
  diagnosticLabel: 'Species A found',
  meaning: 'positive',
  lisCode: 'SP-A',
  snomedCt: '260373001',
  loinc: '1-8',
});
const OTHER = known('Species B', { meaning: 'positive' });
const NOTHING = known('NEGATIVE', { diagnosticLabel: 'Not detected' });
const DIAGNOSTICS = [SPECIES, OTHER, NOTHING];
const given = (result: ChannelRuleSettings['result'], found = 'Species A'): ChannelRuleSettings => ({
  conditions: [{ channel: 'FAM', diagnostic: found }],
  result,
});
const faults = (rules: readonly ChannelRuleSettings[], diagnostics = DIAGNOSTICS) =>
  channelRuleFaults(rules, { diagnostics, channels: ['FAM', 'HEX'], read: ['FAM', 'HEX'] }).map(
    channelRuleFaultText,
  );

describe('KIT-320 a diagnostic of the kit as the result of a channel rule', () => {
  it('has the words, meaning and codes of the diagnostic', () => {
    const rules = channelRulesSchema.parse([
      given({ diagnostic: 'Species A' }),
      given({ diagnostic: 'NEGATIVE' }),
    ]);
    expect(rulesWithResults(rules, DIAGNOSTICS)?.map(({ result }) => result)).toEqual([
      {
        name: 'Species A found',
        meaning: 'positive',
        lisCode: 'SP-A',
        snomedCt: '260373001',
        loinc: '1-8',
      },
      { name: 'Not detected', meaning: 'negative' },
    ]);
    expect(resultsWithoutCode(rules, DIAGNOSTICS)).toEqual(['Not detected']);
  });

  it('has no words or codes of its own', () => {
    const result = { diagnostic: 'Species A', lisCode: 'X' };
    expect(channelRulesSchema.safeParse([{ ...given({ diagnostic: 'A' }), result }]).success).toBe(false);
  });

  it('must be of the kit', () => {
    expect(faults([given({ diagnostic: 'Gone' })])).toEqual([
      'Rule 1: its result Gone is not a diagnostic of the kit.',
    ]);
    expect(rulesWithResults([given({ diagnostic: 'Gone' })], DIAGNOSTICS)).toBeNull();
  });

  it('is never a result of controls, nor sent with a built-in name that its words do not have', () => {
    const control = known('Control found', { meaning: 'control', lisCode: 'CTRL' });
    expect(resultMisfit(control)).toBe('it is a result of controls');
    expect(rulesWithResults([given({ diagnostic: 'Control found' })], [control])).toBeNull();
    const builtIn = known('HETEROZYGOUS', { diagnosticLabel: 'Heterozygous' });
    expect(resultMisfit(builtIn)).toBe(
      'it is sent as the built-in HETEROZYGOUS; give it a code for the LIS, or words of the kit',
    );
    expect(resultMisfit({ ...builtIn, lisCode: 'HET' })).toBeNull();
    expect(faults([given({ diagnostic: 'HETEROZYGOUS' })], [builtIn, SPECIES])).toEqual([
      expect.stringMatching(
        /^Rule 1: “Heterozygous” cannot be a combined result: it is sent as the built-in/,
      ),
    ]);
    expect(resultMisfit({ ...SPECIES, diagnosticLabel: 'Incomplete' })).toMatch(
      /stands for a missing result/,
    );
  });

  it('is negative only with a condition in each channel', () => {
    expect(faults([given({ diagnostic: 'NEGATIVE' }, 'NEGATIVE')])).toEqual([
      'Rule 1 gives a negative result: it must have a condition in HEX.',
    ]);
  });

  it('is not that of a rule with the same name or code of its own', () => {
    const same = 'Rules 1 and 2 give different results with the same name or code.';
    const own = { name: 'Species A found', meaning: 'positive' } as const;
    expect(faults([given({ diagnostic: 'Species A' }), given(own)])).toEqual([same]);
    const code = { name: 'Other', meaning: 'positive', lisCode: 'sp-a' } as const;
    expect(faults([given({ diagnostic: 'Species A' }), given(code)])).toEqual([same]);
    const alone = { ...own, name: 'Species B' } as const;
    expect(faults([given({ diagnostic: 'Species B' }), given(alone)])).toEqual([same]);
    expect(
      faults([given({ diagnostic: 'Species A' }), given({ diagnostic: 'Species A' }, 'NEGATIVE')]),
    ).toEqual([]);
  });
});
