import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export function logEndedConnections(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) request.log.info({ req: request }, endedTransfer(request, reply));
    });
    done();
  });
}

function endedTransfer(
  { raw: request, routeOptions }: FastifyRequest,
  { raw: response }: FastifyReply,
): string {
  if (!request.complete) return 'the connection ended before the request was complete';
  if (!response.headersSent) return 'the connection ended before the request was answered';
  const isStream = routeOptions.config.call?.file?.mediaTypes.includes('text/event-stream') === true;
  return isStream ? 'the event stream was closed' : 'the connection ended before the response was complete';
}
