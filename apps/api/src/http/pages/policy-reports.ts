import type { FastifyPluginCallback } from 'fastify';
import { z } from 'zod';

export const REPORTS_ADDRESS = '/policy-reports';

const MEDIA_TYPE = 'application/csp-report';
const MAX_BYTES = 16 * 1024;
const OPEN = 'Browsers send reports without a token. The reports go to the log only.';

/** Query and fragment of an address may be confidential. */
const placeSchema = z
  .string()
  .transform((address) => address.replace(/[?#].*$/s, '').slice(0, 300))
  .catch('');
const reportSchema = z.object({
  'csp-report': z.object({
    'effective-directive': placeSchema,
    'blocked-uri': placeSchema,
    'document-uri': placeSchema,
    'source-file': placeSchema,
    'line-number': z.number().nullable().catch(null),
  }),
});

/** Logs each violation report of a browser; refuses other bodies. */
export const policyReports: FastifyPluginCallback = (app, _options, done) => {
  app.addContentTypeParser(MEDIA_TYPE, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  const options = { config: { openBecause: OPEN }, bodyLimit: MAX_BYTES };
  app.post(REPORTS_ADDRESS, options, async (request, reply) => {
    await app.requestLimits.countAddress(request);
    const report = reportSchema.safeParse(request.body);
    if (!report.success) return reply.code(400).send();
    request.log.warn(
      { violation: report.data['csp-report'] },
      'the content security policy of a page blocked something',
    );
    return reply.code(204).send();
  });
  done();
};
