import { accountChangesText, canonicalJson, PORTABLE_PARTS, type AuditSlice } from '@curvewell/domain';
import {
  isValidAt,
  headKey,
  isHeadValid,
  isSignatureValid,
  isSignedBy,
  keyIdOf,
  linkFault,
  sha256,
  trustedKeys,
  type TrustedKey,
} from '@curvewell/domain/record';

import { fails, holds, unsure, type Finding } from './findings.ts';
import { originalsOf, type OpenedRecord } from './opened-record.ts';

const { manifest: MANIFEST, record: RECORD, signature: SIGNATURE, keys: KEYS, audit: AUDIT } = PORTABLE_PARTS;

/** The valid keys by id: those that the trusted key endorses; without a trusted key, those of the record. */
export function effectiveKeys({ keys }: Pick<OpenedRecord, 'keys'>, trustedKey: string | null) {
  const newest = keys.find(({ endorsement }) => endorsement === null);
  const counted = trustedKeys(keys, trustedKey ?? newest?.publicKey ?? '');
  const id = newest === undefined ? 'none' : keyIdOf(newest.publicKey);
  const findings: Finding[] =
    trustedKey === null
      ? [unsure(KEYS, `Signed by the key ${id}. To check that it is the laboratory's key, use --key.`)]
      : counted.size > 0
        ? [holds(KEYS, `The named key confirms ${counted.size === 1 ? 'itself' : `${counted.size} keys`}.`)]
        : [fails(KEYS, `None of the keys is the named key or confirmed by it. The newest key is ${id}.`)];
  const revoked = [...counted.values()].flatMap((key) =>
    key.revokedAt === null ? [] : [holds(KEYS, `The key ${key.id} is revoked from ${key.revokedAt} on.`)],
  );
  return { counted, findings: [...findings, ...revoked] };
}

/** Why signatures of a key at a time are invalid; null: valid. */
export const revocationFault = (key: TrustedKey | undefined, at: string): string | null =>
  key === undefined || isValidAt(key, at)
    ? null
    : `It was signed at ${at} by the key ${key.id}, which is revoked from ${key.revokedAt ?? ''} on.`;

export type Keys = ReturnType<typeof effectiveKeys>['counted'];

/** Checks that the parts match the manifest, with none missing or added. */
export function checkManifest(
  { parts, manifest: { manifest, signature } }: OpenedRecord,
  keys: Keys,
): Finding[] {
  const key = keys.get(manifest.keyId);
  const revoked = revocationFault(key, manifest.madeAt);
  const isSigned =
    revoked === null &&
    key?.use === undefined &&
    key !== undefined &&
    isSignedBy(key.publicKey, manifest, signature);
  const named = new Map(manifest.parts.map((part) => [part.name, part]));
  const wrong = manifest.parts.flatMap(({ name, size, sha256: hash }) => {
    const bytes = parts.get(name);
    if (bytes === undefined) return [fails(name, 'It is missing.')];
    if (sha256(bytes) === hash && bytes.length === size) return [];
    return [fails(name, `It was altered: its SHA-256 is ${sha256(bytes)}, expected ${hash}.`)];
  });
  const more = [...parts.keys()].filter((name) => name !== MANIFEST && !named.has(name));
  return [
    isSigned
      ? holds(MANIFEST, `Signed, with the hashes of ${manifest.parts.length} parts.`)
      : fails(MANIFEST, revoked ?? 'Its signature is not by a trusted key, or it was altered.'),
    ...wrong,
    ...more.map((name) => fails(name, 'It was added: it is not in the manifest.')),
  ];
}

/** Checks that the record is the signed one, with its signer and meaning. */
export function checkSignature(opened: OpenedRecord, keys: Keys): Finding[] {
  const { parts, record, signature, manifest } = opened;
  const { statement } = signature;
  const key = keys.get(statement.keyId);
  const text = parts.get(RECORD)?.toString('utf8') ?? '';
  const findings: Finding[] = [];
  if (key === undefined || !isSignatureValid(signature, key))
    findings.push(
      fails(
        SIGNATURE,
        revocationFault(key, statement.at) ?? 'It is not signed by a trusted key, or it was altered.',
      ),
    );
  else
    findings.push(
      holds(
        SIGNATURE,
        `${statement.signer.name} (${statement.signer.role}) ${statement.meaning}, ${statement.at}.${accountLine(statement)}`,
      ),
    );
  // In its original form: fields that later formats add were not signed.
  if (canonicalJson(JSON.parse(text)) !== text || sha256(text) !== statement.recordHash)
    findings.push(fails(RECORD, `It differs from what was signed: its SHA-256 is ${sha256(text)}.`));
  else
    findings.push(
      holds(
        RECORD,
        `It matches what was signed: run ${record.run.businessId}, ${record.wells.length} wells.`,
      ),
    );
  const [runs, decisions] = [
    [statement.runId, manifest.manifest.runId, record.run.id],
    [statement.decision, record.run.status],
  ];
  if (new Set(runs).size > 1 || new Set(decisions).size > 1)
    findings.push(fails(SIGNATURE, 'It belongs to another run or another decision.'));
  return findings;
}

/** Checks that the originals match the hashes in the record. */
export function checkOriginals({ parts, record }: OpenedRecord): Finding[] {
  const originals = originalsOf(parts);
  const count = Math.max(originals.length, record.files.length);
  return Array.from({ length: count }, (_, index) => {
    const [original, noted] = [originals[index], record.files[index]];
    if (original === undefined)
      return fails(`original ${index + 1}`, `${noted?.name ?? 'A file'} is missing.`);
    if (noted === undefined) return fails(original.part, 'The record does not contain this file.');
    const found = sha256(original.bytes);
    return found === noted.sha256 && original.bytes.length === noted.size
      ? holds(original.part, 'It matches the imported file byte for byte.')
      : fails(
          original.part,
          `It differs from the imported file: its SHA-256 is ${found}, expected ${noted.sha256}.`,
        );
  });
}

/** The fault of a slice: its entries must be chained up to its signed head. */
export function sliceFaults({ links, head, chain }: AuditSlice, keys: Keys): string[] {
  const [first] = links;
  if (first === undefined) return ['It contains no entries.'];
  let place = { number: first.number - 1, hash: first.previousHash };
  for (const link of links) {
    const fault = linkFault(link, place);
    if (fault !== null) return [fault.text];
    place = link;
  }
  const key = headKey(keys, head.head);
  const hasOtherChain = links.some(({ entry }) => entry !== null && entry.chain !== chain);
  return [
    (key === undefined || !isHeadValid(head, key)) &&
      (revocationFault(key, head.head.at) ?? 'Its head is not signed by a trusted key.'),
    (head.head.number !== place.number || head.head.hash !== place.hash) &&
      'Its last entry is not the signed head.',
    (head.head.chain !== chain || hasOtherChain) && 'It is the audit trail of another laboratory.',
  ].filter((text) => text !== false);
}

/** Checks that the audit entries are chained up to a signed head and record this decision. */
export function checkAudit({ audit, signature, record }: OpenedRecord, keys: Keys): Finding[] {
  const { links, chain } = audit;
  const { statement } = signature;
  const decided = links.find(({ number }) => number === statement.entry.number);
  const wrong = [
    ...sliceFaults(audit, keys),
    ...[
      (chain !== statement.entry.chain || chain !== record.run.laboratoryId) &&
        'It is not the audit trail of the laboratory of the run.',
      decided?.hash !== statement.entry.hash &&
        `Entry ${statement.entry.number} differs from the signed entry.`,
      decided?.entry?.details['record'] !== statement.recordHash &&
        'The entry of the decision names another record.',
    ].filter((text) => text !== false),
  ];
  if (wrong.length > 0) return wrong.map((text) => fails(AUDIT, text));
  const count = links.filter(({ entry }) => entry !== null).length;
  return [
    holds(
      AUDIT,
      `${count} entries of this run among ${links.length}, intact up to entry ${links.at(-1)?.number ?? 0}.`,
    ),
  ];
}

/** Changes of access to the signer's account. */
function accountLine(statement: OpenedRecord['signature']['statement']): string {
  const account = accountChangesText(statement, (instant) => instant);
  return account === null ? '' : ` ${account}.`;
}
