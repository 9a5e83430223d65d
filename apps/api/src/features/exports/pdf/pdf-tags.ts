import type { Pdf } from './pdf-text.ts';

type Element = ReturnType<Pdf['struct']>;
/** The library's types do not have `bbox` and `scope` yet. */
interface ElementOptions {
  /** What the drawing shows, in words. */
  readonly alt?: string;
  readonly actual?: string;
  /** Left, top, right, bottom on its page. */
  readonly bbox?: readonly [number, number, number, number];
  readonly scope?: 'Row' | 'Column';
}

/** A place in the document's structure, which gives a screen reader what the drawing cannot. */
export interface Part {
  readonly pdf: Pdf;
  readonly element: Element;
}

/** Fills the structure of a whole document. */
export function tagDocument(pdf: Pdf, fill: (part: Part) => void): void {
  const element = pdf.struct('Document');
  pdf.addStructure(element);
  fill({ pdf, element });
  element.end();
}

/** An element that holds others: a section, a table, a row, a cell of several paragraphs. */
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

/** An element that holds what is drawn. Nothing in it may begin a new page. */
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

/** What is decoration to a screen reader: lines, page heads and feet. */
export function artifact(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  pdf.endMarkedContent();
}
