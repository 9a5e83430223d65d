import { text } from '../../locale/text.ts';
import type { RowIssue } from './diagnostic-rows.ts';

const words = text.diagnostics;

export const issueText = ({ missing, isDuplicate, fault }: RowIssue): string =>
  isDuplicate
    ? words.duplicate
    : missing === null
      ? (fault?.text ?? words.duplicate)
      : words.missing[missing];

/** Shown beside Save: “1 row without label, 2 rows with the same diagnostic”; null if all are valid. */
export function issuesText(issues: ReadonlyMap<string, RowIssue>): string | null {
  const all = [...issues.values()];
  const lacking = (['kit', 'name', 'label'] as const).flatMap((part) => {
    const count = all.filter(({ missing }) => missing === part).length;
    return count === 0 ? [] : words.without(count, words.parts[part]);
  });
  const same = all.filter(({ isDuplicate }) => isDuplicate).length;
  const faulty = all.filter(({ fault, isDuplicate }) => fault !== undefined && !isDuplicate).length;
  const parts = [
    ...lacking,
    ...(same === 0 ? [] : [words.sameDiagnostic(same)]),
    ...(faulty === 0 ? [] : [words.faulty(faulty)]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}
