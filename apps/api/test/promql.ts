import { parser } from '@prometheus-io/lezer-promql';
import type { SyntaxNode } from '@lezer/common';

/** A metric in an expression. */
export interface Selector {
  readonly metric: string;
  readonly labels: readonly { readonly name: string; readonly operator: string; readonly value: string }[];
}

export interface Expression {
  readonly selectors: readonly Selector[];
  /** Labels for grouping or matching. */
  readonly grouping: readonly string[];
}

/** Parses an expression with Prometheus's own grammar. @throws Error when it is invalid */
export function readPromQl(text: string): Expression {
  const selectors: Selector[] = [];
  const grouping: string[] = [];
  const textOf = ({ from, to }: SyntaxNode) => text.slice(from, to);
  parser.parse(text).iterate({
    enter: ({ node, type }) => {
      if (type.isError) throw new Error(`no PromQL at ${node.from}: ${text}`);
      if (type.name === 'VectorSelector') selectors.push(selectorOf(node, textOf));
      if (type.name === 'GroupingLabels') grouping.push(...node.getChildren('LabelName').map(textOf));
    },
  });
  return { selectors, grouping };
}

function selectorOf(node: SyntaxNode, textOf: (node: SyntaxNode) => string): Selector {
  const named = node.getChild('Identifier');
  if (named === null) throw new Error(`a selector without a name: ${textOf(node)}`);
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  return {
    metric: textOf(named),
    labels: matchers.map((matcher) => {
      const part = (name: string) => {
        const found = matcher.getChild(name);
        return found === null ? '' : textOf(found);
      };
      return {
        name: part('LabelName'),
        operator: part('MatchOp'),
        value: JSON.parse(part('StringLiteral')) as string, // the grammar accepts a string
      };
    }),
  };
}
