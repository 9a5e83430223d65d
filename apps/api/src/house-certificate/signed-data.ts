import { createHash, sign, type KeyObject } from 'node:crypto';

import { Null, ObjectIdentifier, OctetString, Sequence, type BaseBlock } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';

import type { HouseCertificate } from './house-certificate.ts';

/** Gets a time stamp over the SHA-256 of a signature: DER of a TimeStampToken (RFC 3161); null: none. */
export type Timestamp = (signature: Uint8Array) => Promise<Uint8Array | null>;

const DATA = '1.2.840.113549.1.7.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const TIME_STAMP_TOKEN = '1.2.840.113549.1.9.16.2.14';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const der = (block: BaseBlock) => Buffer.from(block.toBER());
/** Context tag [0]: the signed attributes. */
const SIGNED_ATTRIBUTES = 0xa0;
const SET = 0x31;

/**
 * A detached PAdES signature: level B-B, with a time stamp B-T. The signing time is in the PDF and not an
 * attribute.
 *
 * @returns DER of a CMS ContentInfo
 * @see ETSI EN 319 142-1, 6.3; RFC 5652; RFC 5035 (the signing certificate)
 */
export async function signedData(
  content: Uint8Array,
  { chain, key }: Pick<HouseCertificate, 'chain' | 'key'>,
  timestamp?: Timestamp,
): Promise<Buffer> {
  const certificates = chain.map((one) => Certificate.fromBER(one));
  const [own] = certificates;
  const [ownDer] = chain;
  if (own === undefined || ownDer === undefined) throw new Error('there is no certificate to sign with');
  const attributes = [
    attribute(CONTENT_TYPE, new ObjectIdentifier({ value: DATA })),
    attribute(MESSAGE_DIGEST, new OctetString({ valueHex: sha256(content) })),
    attribute(SIGNING_CERTIFICATE_V2, signingCertificate(ownDer)),
  ].sort((a, b) => Buffer.compare(der(a.toSchema()), der(b.toSchema())));
  const signed = new SignedAndUnsignedAttributes({ type: 0, attributes });
  const encoded = der(signed.toSchema());
  if (encoded[0] !== SIGNED_ATTRIBUTES) throw new Error('the signed attributes have another tag');
  // The signature covers the attributes encoded as a SET: RFC 5652, 5.4.
  encoded[0] = SET;
  const signature = sign('sha256', encoded, key);
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: algorithm(SHA256),
    signedAttrs: signed,
    signatureAlgorithm: signatureAlgorithm(key),
    signature: new OctetString({ valueHex: signature }),
    ...(timestamp !== undefined && (await stamped(signature, timestamp))),
  });
  const data = new SignedData({
    version: 1,
    digestAlgorithms: [algorithm(SHA256)],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: DATA }),
    certificates,
    signerInfos: [info],
  });
  return der(new ContentInfo({ contentType: SIGNED_DATA, content: data.toSchema(true) }).toSchema());
}

const attribute = (type: string, value: BaseBlock) => new Attribute({ type, values: [value] });

const algorithm = (algorithmId: string) =>
  new AlgorithmIdentifier({ algorithmId, algorithmParams: new Null() });

const signatureAlgorithm = ({ asymmetricKeyType }: KeyObject) =>
  asymmetricKeyType === 'ec'
    ? new AlgorithmIdentifier({ algorithmId: ECDSA_WITH_SHA256 })
    : algorithm(SHA256_WITH_RSA);

/**
 * Binds the signature to this certificate by its hash, so that no other certificate of the same key can
 * replace it. SHA-256 is the default and omitted: RFC 5035, 4.
 */
function signingCertificate(certificate: Uint8Array): Sequence {
  const id = new Sequence({ value: [new OctetString({ valueHex: sha256(certificate) })] });
  return new Sequence({ value: [new Sequence({ value: [id] })] });
}

async function stamped(
  signature: Uint8Array,
  timestamp: Timestamp,
): Promise<{ readonly unsignedAttrs?: SignedAndUnsignedAttributes }> {
  const token = await timestamp(signature);
  if (token === null) return {};
  const attributes = [attribute(TIME_STAMP_TOKEN, ContentInfo.fromBER(token).toSchema())];
  return { unsignedAttrs: new SignedAndUnsignedAttributes({ type: 1, attributes }) };
}
