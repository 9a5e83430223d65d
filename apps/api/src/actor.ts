import type { Scope } from '@curvewell/contracts';

import type { Actor } from './features/identity/index.ts';

/** The person behind a request. */
export type Caller = Actor & {
  readonly requestId: string;
  /** From where; left out where no request asked. */
  readonly address?: string;
};
/** The same, in a laboratory that is active. */
export type LaboratoryCaller = Caller & { readonly laboratory: NonNullable<Actor['laboratory']> };

export type CallerIn<Where extends Scope> = Where extends 'laboratory' ? LaboratoryCaller : Caller;
