import { DELIVERY_TRIES, type Delivery } from '@curvewell/contracts';

type Try = 'failed' | 'sent' | 'sending' | 'waiting';

/** How each try went, is going, or has still to come. */
export function triesOf({ tries, state }: Pick<Delivery, 'tries' | 'state'>): readonly Try[] {
  const last: Try = state === 'SENT' ? 'sent' : state === 'SENDING' ? 'sending' : 'failed';
  const made = Array.from({ length: tries }, (_, index): Try => (index === tries - 1 ? last : 'failed'));
  if (state === 'SENT' || state === 'NOT_SENT') return made;
  const left = Math.max(0, DELIVERY_TRIES - tries);
  return [...made, ...Array.from({ length: left }, (): Try => 'waiting')];
}
