import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, it } from 'vitest';

import { readConfig } from '../src/settings/config.ts';
import { recordAudit } from '../src/audit/record-audit.ts';
import { transaction } from '../src/database/db.ts';
import { startTelemetry } from '../src/telemetry/start-telemetry.ts';
import { createTestApp } from './create-test-app.ts';

const ACTOR = { userId: null, name: 'Somebody Known', laboratory: null };
const ENTRY = { action: 'user.link', entity: 'user', details: { to: 'a detail' } } as const;

it('OPS-386 each committed audit entry is sent with its number and hash, without its details', async () => {
  const received: string[] = [];
  const collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push(`${request.url ?? ''} ${Buffer.concat(parts).toString('latin1')}`);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const test = await createTestApp();
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/logs`; // a listening TCP server
  process.env['OTEL_EXPORTER_OTLP_LOGS_ENDPOINT'] = endpoint;
  const environment = { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: endpoint };
  try {
    const stop = await startTelemetry({ config: readConfig({}), environment, db: test.db });
    await recordAudit(test.db, ACTOR, { ...ENTRY, entityId: 'kept-1' });
    const undone = transaction({ db: test.db }, async (tx) => {
      await recordAudit(tx, ACTOR, { ...ENTRY, entityId: 'undone-2' });
      throw new Error('changed its mind');
    });
    await expect(undone).rejects.toThrow('changed its mind');
    await stop();
  } finally {
    delete process.env['OTEL_EXPORTER_OTLP_LOGS_ENDPOINT'];
  }
  const { hash } = await test.db.auditEvent.findFirstOrThrow({ where: { entityId: 'kept-1' } });
  const sent = received.join('');
  expect(received).toHaveLength(1);
  expect(sent).toMatch(/^\/v1\/logs /);
  for (const attribute of ['curvewell.audit.user.link', 'Somebody Known', 'kept-1', 'audit.number', hash])
    expect(sent).toContain(attribute);
  expect(sent).not.toContain('undone-2');
  expect(sent).not.toContain('a detail');
  await test.close();
  collector.close();
});
