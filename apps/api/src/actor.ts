import type { Scope } from '@curvewell/contracts';

import type { Actor } from './features/identity/index.ts';

/** The user who sends a request. */
export type Caller = Actor & {
  readonly requestId: string;
  /** The network address; omitted when no request is involved. */
  readonly address?: string;
};
/** A caller whose laboratory is active. */
export type LaboratoryCaller = Caller & { readonly laboratory: NonNullable<Actor['laboratory']> };

export type CallerIn<Where extends Scope> = Where extends 'laboratory' ? LaboratoryCaller : Caller;
