import { shapeCompared, type ChannelName, type ExpressionSettings, usesShape } from '../kit/assay.ts';
import { curveShapeOf, LEAST_SHAPE_MELT, LEAST_SHAPE_REGION, type CurveShape } from './curve-shapes.ts';
import { diagnosticText } from '../diagnostics/diagnostic-color.ts';

/** A contradiction, and where: a field of the settings of a channel, or a rule. */
export interface ShapeIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface ShapeRule {
  readonly channel: ChannelName;
  readonly expressions: readonly Pick<ExpressionSettings, 'secondOperand'>[];
  readonly path: ShapeIssue['path'];
}

/** A width that typing in steps of 0.1 °C reaches despite rounding. */
const isLess = (width: number, least: number): boolean => width < least - 1e-9;

/** Contradictions in the regions and references of one channel. */
export function curveShapeIssues(
  { before, after, references }: CurveShape,
  diagnostics: ReadonlySet<string>,
): ShapeIssue[] {
  const regions = [
    { name: 'before', region: before },
    { name: 'after', region: after },
  ] as const;
  return [
    ...regions.flatMap(({ name, region: [from, to] }) =>
      isLess(to - from, LEAST_SHAPE_REGION)
        ? [
            {
              path: [name],
              message: `The region ${name} the melt is narrower than ${LEAST_SHAPE_REGION} °C.`,
            },
          ]
        : [],
    ),
    ...(isLess(after[0] - before[1], LEAST_SHAPE_MELT)
      ? [
          {
            path: ['after'],
            message: `The regions are less than ${LEAST_SHAPE_MELT} °C apart: the melt lies between them.`,
          },
        ]
      : []),
    ...(references.length === 0
      ? [{ path: ['references'], message: 'Choose at least one reference of the shape.' }]
      : []),
    ...references.flatMap((name, index) => {
      const path = ['references', index];
      if (references.indexOf(name) < index)
        return [{ path, message: `The reference ${diagnosticText(name)} occurs twice.` }];
      return diagnostics.has(name)
        ? []
        : [{ path, message: `The kit has no diagnostic ${diagnosticText(name)}.` }];
    }),
  ];
}

/** Contradictions in the shapes of a kit version, and between them and the rules of all its buffers and analysers. */
export function shapeIssues({
  curveShapes,
  diagnostics,
  rules,
}: {
  readonly curveShapes: readonly CurveShape[] | null;
  /** The names of the kit's diagnostics. */
  readonly diagnostics: ReadonlySet<string>;
  readonly rules: readonly ShapeRule[];
}): ShapeIssue[] {
  const shapes = curveShapes ?? [];
  return [
    ...shapes.flatMap((shape, index) => [
      ...(shapes.findIndex(({ channel }) => channel === shape.channel) < index
        ? [{ path: ['curveShapes', index, 'channel'], message: `The channel ${shape.channel} occurs twice.` }]
        : []),
      ...curveShapeIssues(shape, diagnostics).map(({ path, message }) => ({
        path: ['curveShapes', index, ...path],
        message,
      })),
    ]),
    ...rules.flatMap(({ path, ...rule }) =>
      shapeRuleFaults(rule, shapes).map((message) => ({ path, message })),
    ),
  ];
}

/** Whether a rule without a shape follows one of the same zones with a shape: it makes no call while that is open. */
export const hasShapeElse = (
  rules: readonly { readonly zones: string; readonly expressions: ShapeRule['expressions'] }[],
): boolean =>
  rules.some(
    (rule, index) =>
      !usesShape(rule) &&
      rules.slice(0, index).some((other) => other.zones === rule.zones && usesShape(other)),
  );

/** What a rule needs of the shapes and does not find, one sentence each. */
export function shapeRuleFaults(
  { channel, expressions }: Omit<ShapeRule, 'path'>,
  shapes: readonly CurveShape[],
): string[] {
  const compared = expressions.flatMap((expression) => shapeCompared(expression) ?? []);
  if (compared.length === 0) return [];
  const references = curveShapeOf(shapes, channel)?.references ?? [];
  if (references.length === 0)
    return [
      `A rule of ${channel} uses the shape of the curve, which needs regions and at least one reference.`,
    ];
  const faults = compared.flatMap((shape) => {
    if (shape === 'between' && references.length < 2)
      return ['“Between” needs at least two references of the shape.'];
    return typeof shape === 'object' && !references.includes(shape.like)
      ? [`A rule uses the shape of ${diagnosticText(shape.like)}, which is not a reference of ${channel}.`]
      : [];
  });
  return [...new Set(faults)];
}
