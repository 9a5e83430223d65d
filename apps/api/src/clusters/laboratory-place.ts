import { AppError } from '../errors.ts';

/** The columns of a laboratory that say where it lives. */
export interface PlaceColumns {
  readonly moveState: string | null;
  readonly livesAt: string | null;
}

/**
 * `closing`: its jobs end, and then it moves; `moving`: copied to another cluster, it can be read; `arriving`: copied to
 * this one; `elsewhere`: lives at an address.
 */
export type LaboratoryPlace =
  | { readonly state: 'closing' | 'moving' | 'arriving' }
  | { readonly state: 'elsewhere'; readonly address: string };

/** The place of a laboratory; null: it lives in this cluster. */
export function placeOf({ moveState, livesAt }: PlaceColumns): LaboratoryPlace | null {
  if (moveState === null) return null;
  if (moveState === 'closing' || moveState === 'moving' || moveState === 'arriving')
    return { state: moveState };
  return { state: 'elsewhere', address: livesAt ?? '' };
}

/** @throws AppError `elsewhere` with the address, `moving` before all of the laboratory has arrived */
export function refuseElsewhere(place: LaboratoryPlace | null): void {
  if (place?.state === 'elsewhere') throw livesElsewhere(place.address);
  if (place?.state === 'arriving') throw beingMoved();
}

export const livesElsewhere = (address: string, cause?: unknown): AppError =>
  new AppError('elsewhere', `This laboratory has moved to ${address}. Sign in there.`, {
    details: { address },
    cause,
  });

export const catalogueElsewhere = (address: string, cause?: unknown): AppError =>
  new AppError(
    'elsewhere',
    `Kits, lots and analysers are changed at ${address}. They are copied from there.`,
    {
      details: { address },
      cause,
    },
  );

export const beingMoved = (cause?: unknown): AppError =>
  new AppError(
    'moving',
    'This laboratory is being moved to another server. It cannot be changed until that is done.',
    { cause },
  );
