import { z } from 'zod';

export const releaseSchema = z.object({
  version: z.string(),
  date: z.iso.date(),
  /** Sanitised HTML. */
  note: z.string(),
  algoVersion: z.string(),
});
export type Release = z.infer<typeof releaseSchema>;

/** The allowed elements of release notes; none of them runs scripts, loads resources or sends forms. */
export const RELEASE_NOTE_ELEMENTS = [
  'h1',
  'h2',
  'h3',
  'h4',
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'code',
  'pre',
  'blockquote',
  'a',
  'hr',
  'br',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
];
