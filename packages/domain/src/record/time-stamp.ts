/**
 * Time stamps by an authority (RFC 3161): the request, and the verification of a token. A token proves that
 * the bytes existed at a time by the authority's clock, without disclosing them to the authority.
 */
import { createHash, X509Certificate } from 'node:crypto';

import { Integer, type ObjectIdentifier, type OctetString, type Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  type Attribute,
  ContentInfo,
  ExtKeyUsage,
  id_ContentType_SignedData,
  id_eContentType_TSTInfo,
  MessageImprint,
  PKIStatus,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
  type Certificate,
} from 'pkijs';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const FOR_TIME_STAMPS = '1.3.6.1.5.5.7.3.8';
/**
 * Attributes that identify the authority's certificate: RFC 2634 by SHA-1, RFC 5816 by SHA-256 unless stated
 * otherwise.
 */
const NAMES_BY_SHA1 = '1.2.840.113549.1.9.16.2.12';
const NAMES_BY_HASH = '1.2.840.113549.1.9.16.2.47';
const HASH_NAMES: Readonly<Record<string, string>> = {
  [SHA256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
/** The maximum number of certificates between an authority's and a trusted one. */
const MAX_BETWEEN = 5;

/** Why a time stamp is invalid, as text. */
export class TimeStampError extends Error {}

export interface TimeStamp {
  /** By the clock of the authority, ISO 8601 in UTC. */
  readonly at: string;
  /** By the name in its certificate. */
  readonly authority: string;
}

/**
 * A request for a time stamp of some bytes by their SHA-256, asking for the authority's certificate.
 *
 * @param nonce - random bytes that the answer must repeat
 * @returns DER, as `application/timestamp-query`
 */
export function timeStampRequest(data: Uint8Array, nonce: Uint8Array): Uint8Array {
  const hashAlgorithm = new AlgorithmIdentifier({ algorithmId: SHA256 });
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({ hashAlgorithm }),
    nonce: nonceOf(nonce),
    certReq: true,
  });
  request.messageImprint.hashedMessage.valueBlock.valueHexView = hashOf(data);
  return new Uint8Array(request.toSchema().toBER());
}

/**
 * The token in a response.
 *
 * @param response - DER, `application/timestamp-reply`
 * @throws TimeStampError with the authority's message when it has none
 */
export function tokenOf(response: Uint8Array): Uint8Array {
  const { status, timeStampToken } = read('The response is not a time stamp', () =>
    TimeStampResp.fromBER(exact(response)),
  );
  if (status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods) {
    const reasons = (status.statusStrings ?? []).map((text) => text.valueBlock.value).join('; ');
    throw new TimeStampError(
      `The authority refused the request (${PKIStatus[status.status]})${reasons === '' ? '' : `: ${reasons.slice(0, 200)}`}.`,
    );
  }
  if (timeStampToken === undefined) throw new TimeStampError('The response contains no time stamp.');
  return new Uint8Array(timeStampToken.toSchema().toBER());
}

interface Expected {
  /** The stamped bytes. */
  readonly data: Uint8Array;
  /** The nonce of the request; omitted: no longer known. */
  readonly nonce?: Uint8Array;
  /** Certificates (PEM), one of which must vouch for the authority; null: any authority. */
  readonly authorities: readonly string[] | null;
}

/**
 * Verifies a token: it covers these bytes, answers this request, and is signed by the certificate that it
 * names, which is for time stamping, was valid then and has a trusted issuer.
 *
 * @param token - DER of a CMS ContentInfo
 * @throws TimeStampError with the fault
 */
export async function checkTimeStamp(
  token: Uint8Array,
  { data, nonce, authorities }: Expected,
): Promise<TimeStamp> {
  const { signed, info } = read('It is not a time stamp', () => opened(token));
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithmId !== SHA256 || !hashOf(data).equals(hashedMessage.valueBlock.valueHexView))
    throw new TimeStampError('It stamps different content: its imprint differs.');
  if (nonce !== undefined && info.nonce?.isEqual(nonceOf(nonce)) !== true)
    throw new TimeStampError('It belongs to a different request: its nonce differs.');
  const certificate = await signerOf(signed, data);
  const signer = new X509Certificate(Buffer.from(certificate.toSchema().toBER()));
  if (!isNamed(signed, signer)) throw new TimeStampError('It does not name the certificate that signed it.');
  if (!isForTimeStamps(certificate))
    throw new TimeStampError('The certificate that signed it is not for time stamps only.');
  if (!isValidAt(signer, info.genTime))
    throw new TimeStampError('The certificate that signed it was not valid at its time.');
  if (authorities !== null) refuseUnknownAuthority(signed, { signer, authorities, at: info.genTime });
  return { at: info.genTime.toISOString(), authority: signer.subject.replaceAll('\n', ', ') };
}

function opened(token: Uint8Array) {
  const content = ContentInfo.fromBER(exact(token));
  if (content.contentType !== id_ContentType_SignedData) throw new Error('it is not signed');
  const signed = new SignedData({ schema: content.content as Sequence });
  const { eContentType, eContent } = signed.encapContentInfo;
  if (eContentType !== id_eContentType_TSTInfo || eContent === undefined)
    throw new Error('it contains no time');
  if (signed.signerInfos.length !== 1) throw new Error('expected one signature');
  return { signed, info: TSTInfo.fromBER(eContent.getValue()) };
}

/** The certificate in a token that signed it. */
async function signerOf(signed: SignedData, data: Uint8Array): Promise<Certificate> {
  const { signatureVerified, signerCertificate } = await signed
    .verify({ signer: 0, data: exact(data), checkChain: false, extendedMode: true })
    .catch(() => ({ signatureVerified: false, signerCertificate: null }));
  if (signatureVerified !== true || !signerCertificate)
    throw new TimeStampError('Its signature is invalid, or its certificate is missing.');
  return signerCertificate;
}

/** Without the attribute another certificate with the same key could be substituted (RFC 3161, 2.4.2). */
function isNamed(signed: SignedData, signer: X509Certificate): boolean {
  const attributes = signed.signerInfos[0]?.signedAttrs?.attributes ?? [];
  return attributes.some((attribute) => {
    const named = namedHash(attribute);
    return named !== null && createHash(named.by).update(signer.raw).digest().equals(named.hash);
  });
}

/**
 * The hash of the first certificate in the attribute: `SEQUENCE { SEQUENCE OF SEQUENCE { [algorithm,] hash, …
 * } … }`.
 */
function namedHash({ type, values }: Attribute): { readonly by: string; readonly hash: Uint8Array } | null {
  if (type !== NAMES_BY_SHA1 && type !== NAMES_BY_HASH) return null;
  const ids = (values as Sequence[])[0]?.valueBlock.value[0] as Sequence | undefined;
  const [first, second] = ((ids?.valueBlock.value[0] as Sequence | undefined)?.valueBlock.value ?? []) as (
    | Sequence
    | OctetString
  )[];
  if (first === undefined) return null;
  if (type === NAMES_BY_SHA1) return { by: 'sha1', hash: (first as OctetString).valueBlock.valueHexView };
  if (first.idBlock.tagNumber === 4)
    return { by: 'sha256', hash: (first as OctetString).valueBlock.valueHexView };
  const algorithm = (first as Sequence).valueBlock.value[0] as ObjectIdentifier | undefined;
  const by = HASH_NAMES[algorithm?.valueBlock.toString() ?? ''];
  return by === undefined || second === undefined
    ? null
    : { by, hash: (second as OctetString).valueBlock.valueHexView };
}

/** RFC 3161, 2.3: time stamping as the only use, and critical. */
function isForTimeStamps({ extensions = [] }: Certificate): boolean {
  const use = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE);
  if (use?.critical !== true || !(use.parsedValue instanceof ExtKeyUsage)) return false;
  return use.parsedValue.keyPurposes.length === 1 && use.parsedValue.keyPurposes[0] === FOR_TIME_STAMPS;
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, at: Date): boolean =>
  validFromDate <= at && at <= validToDate;

interface Chain {
  readonly signer: X509Certificate;
  readonly authorities: readonly string[];
  readonly at: Date;
}

/** Follows the issuers from the authority's certificate to a trusted one. */
function refuseUnknownAuthority(signed: SignedData, { signer, authorities, at }: Chain): void {
  const trusted = authorities.map((pem) => new X509Certificate(pem));
  const isTrusted = (one: X509Certificate) => trusted.some(({ raw }) => raw.equals(one.raw));
  const between = (signed.certificates ?? []).flatMap((one) =>
    'issuer' in one ? [new X509Certificate(Buffer.from(one.toSchema().toBER()))] : [],
  );
  let last = signer;
  for (let step = 0; step <= MAX_BETWEEN && !isTrusted(last); step++) {
    const child = last;
    const issuer = [...trusted, ...between].find(
      (one) => one.ca && isValidAt(one, at) && child.checkIssued(one) && child.verify(one.publicKey),
    );
    if (issuer === undefined || issuer === child) break;
    last = issuer;
  }
  if (!isTrusted(last))
    throw new TimeStampError('No trusted authority issued the certificate that signed it.');
}

function read<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new TimeStampError(`${what}.`, { cause });
  }
}

const hashOf = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
/** A positive number: the highest bit is 0. */
const nonceOf = (bytes: Uint8Array): Integer =>
  new Integer({ valueHex: exact(Uint8Array.from([0x40, ...bytes])) });
/** Copies the bytes, because a view may be part of a larger buffer. */
const exact = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;
