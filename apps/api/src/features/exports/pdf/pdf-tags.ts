import type { Pdf } from './pdf-text.ts';

type Element = ReturnType<Pdf['struct']>;
/** The library's types lack `bbox` and `scope`. */
interface ElementOptions {
  /** Text alternative of the drawing. */
  readonly alt?: string;
  readonly actual?: string;
  /** Left, top, right, bottom on its page. */
  readonly bbox?: readonly [number, number, number, number];
  readonly scope?: 'Row' | 'Column';
}

/** An element of the document structure, for screen readers. */
export interface Part {
  readonly pdf: Pdf;
  readonly element: Element;
}

export function tagDocument(pdf: Pdf, fill: (part: Part) => void): void {
  const element = pdf.struct('Document');
  pdf.addStructure(element);
  fill({ pdf, element });
  element.end();
}

/** An element that contains others: a section, a table, a row, or a cell of several paragraphs. */
export function group<Result>(
  { pdf, element }: Part,
  kind: 'Sect' | 'Table' | 'TR' | 'TD',
  fill: (part: Part) => Result,
): Result {
  const inner = pdf.struct(kind);
  element.add(inner);
  const result = fill({ pdf, element: inner });
  inner.end();
  return result;
}

/** An element with drawn content, which must not start a new page. */
export function leaf(
  { pdf, element }: Part,
  kind: 'H1' | 'H2' | 'P' | 'TD' | 'Figure' | { readonly head: 'Row' | 'Column' },
  draw: () => void,
  options: ElementOptions = {},
): void {
  const isHead = typeof kind !== 'string';
  const given: ElementOptions = isHead ? { scope: kind.head, ...options } : options;
  element.add(pdf.struct(isHead ? 'TH' : kind, given, draw));
}

/** Content that screen readers skip: lines, page headers and footers. */
export function artifact(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  pdf.endMarkedContent();
}
