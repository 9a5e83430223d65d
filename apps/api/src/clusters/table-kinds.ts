/**
 * What happens to a table when a laboratory moves. `moved`: copied, and removed by `--remove`; `trail`: copied, and
 * kept; `people`: copied last, once nothing changes at the source, and kept; `counted`: counted again at the target.
 */
export type TableKind = 'laboratory' | 'moved' | 'trail' | 'people' | 'counted';

/** Tables of a laboratory that are not simply `moved`. */
export const SPECIAL: Readonly<Record<string, TableKind>> = {
  laboratory: 'laboratory',
  audit_event: 'trail',
  audit_head: 'trail',
  chain_checkpoint: 'trail',
  app_user: 'people',
  kept_answer: 'people',
  new_account: 'people',
  read_log: 'people',
  release_seen: 'people',
  control_point: 'counted',
  run_count: 'counted',
  saved_view: 'people',
};

/** The kits and what belongs to them, which are the same in every cluster. In an order in which they can be emptied. */
export const CATALOGUE: readonly string[] = [
  'zone',
  'phase',
  'combination_rule',
  'kept_template',
  'lot',
  'kit_reaction_buffer',
  'kit_channel',
  'kit_analyser',
  'kit_version',
  'diagnostic_color',
  'reaction_buffer',
  'kit',
  'analyser',
];

/** Why other tables are not moved. */
export const STAYS: Readonly<Record<string, string>> = {
  _prisma_migrations: 'Each cluster is migrated by itself.',
  installation: 'The state of one database.',
  seen_session: 'A user signs in again at the new address.',
  session_activity: 'A user signs in again at the new address.',
  signing_key: 'Missing keys are added; those that are there stay.',
};
