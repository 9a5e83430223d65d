import { SeverityNumber, type Logger } from '@opentelemetry/api';

import { changes, type Change } from './trace-channels.ts';

/**
 * Emits a log record for each committed audit entry, without its details. A lost record shows as a gap in the
 * numbers of its chain. @returns stops
 */
export function followTrail(logger: Logger): () => void {
  const emit = (message: unknown) => {
    const { entry, hash } = message as Change; // the only message of this channel
    const { action, actor, chain, number, entity, entityId, requestId, address, at } = entry;
    logger.emit({
      eventName: `curvewell.audit.${action}`,
      timestamp: new Date(at),
      severityNumber: SeverityNumber.INFO,
      body: `${actor.name}: ${action}`,
      attributes: {
        'audit.action': action,
        'audit.chain': chain,
        'audit.number': number,
        'audit.hash': hash,
        'audit.entity': entity,
        'audit.actor.name': actor.name,
        ...(entityId !== null && { 'audit.entity.id': entityId }),
        ...(actor.id !== null && { 'audit.actor.id': actor.id }),
        ...(requestId !== null && { 'curvewell.request.id': requestId }),
        ...(address !== null && { 'client.address': address }),
      },
    });
  };
  changes.subscribe(emit);
  return () => changes.unsubscribe(emit);
}
