import { generateKeyPairSync, sign } from 'node:crypto';

import { canonicalJson, NO_HASH } from '@curvewell/domain';
import { keyIdOf, linkOf } from '@curvewell/domain/record';

const CHAIN = '0192f6c0-0000-7000-8000-000000000002';
const AT = '2026-11-24T10:00:00.000Z';

/** An exported audit trail of one entry in the product's format, and the public key of its head. */
export function auditExport(): { readonly text: string; readonly publicKey: string } {
  const { privateKey, publicKey: key } = generateKeyPairSync('ed25519');
  const publicKey = key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const keyId = keyIdOf(publicKey);
  const link = linkOf(
    {
      format: 'curvewell-audit-entry/1',
      chain: CHAIN,
      number: 1,
      at: '2026-11-24T09:59:00.000000Z',
      actor: { id: null, name: 'Ingrid Lindqvist', role: 'Physician' },
      action: 'run.approve',
      entity: 'run',
      entityId: null,
      details: { score: 0.87 },
      requestId: null,
      address: null,
      broughtIn: false,
    },
    NO_HASH,
  );
  const head = {
    format: 'curvewell-audit-head/1',
    chain: CHAIN,
    number: 1,
    hash: link.hash,
    at: AT,
    keyId,
  };
  const signature = sign(null, Buffer.from(canonicalJson(head)), privateKey).toString('base64');
  const exported = {
    format: 'curvewell-audit-export/1',
    exported: { by: 'Ingrid Lindqvist', at: AT, filter: {} },
    keys: [{ id: keyId, publicKey, since: '2026-01-01T00:00:00.000Z', endorsement: null }],
    slices: [{ format: 'curvewell-audit-slice/1', chain: CHAIN, links: [link], head: { head, signature } }],
  };
  return { text: JSON.stringify(exported), publicKey };
}
