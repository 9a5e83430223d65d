import { z } from 'zod';

import { diagnosticColorSchema, diagnosticNameSchema } from './diagnostic-color.ts';
import { idSchema, namedSchema, revisionSchema } from './fields.ts';

/** One row of the diagnostic table: how a kit names and paints a diagnostic. */
export const diagnosticRowSchema = z.object({
  id: idSchema,
  name: diagnosticNameSchema,
  order: z.int(),
  active: z.boolean(),
  kit: namedSchema,
  kits: z.array(namedSchema),
  label: z.string(),
  diagnosticColor: diagnosticColorSchema,
  /** How many kit versions have a rule that names it. */
  versions: z.int(),
  /** A rule, a well or a template names it: its kit and its diagnostic stay. */
  isUsed: z.boolean(),
  /** A change names the one that it was made on. */
  revision: revisionSchema,
});
export type DiagnosticRow = z.infer<typeof diagnosticRowSchema>;
