import { SignPdf } from '@signpdf/signpdf';
import { Signer } from '@signpdf/utils';

import type { HouseCertificate } from '../../../house-certificate/house-certificate.ts';
import { signedData, type Timestamp } from '../../../house-certificate/signed-data.ts';
import type { Part } from './pdf-tags.ts';

/** The reason in the signature. It is the organisation's; the person who decided has signed in Curvewell. */
const REASON = 'Issued by the organisation: shows whether the report was altered afterwards';
/** Room for attributes, hashes and the value; RSA with 4,096 bits takes 512 bytes. */
const SIGNATURE_BYTES = 4_096;
/** Room for a token with its authority's certificates. */
const TIMESTAMP_BYTES = 16_384;
/** Placeholder of twelve characters for each number, which the library searches for. */
const UNKNOWN = '**********';
/** Print and locked: ISO 32000-1, 12.5.3. PDF/A requires the first. */
const PRINT_AND_LOCKED = 4 | 128;
/** Signatures exist, and the file may only be appended to: ISO 32000-1, 12.7.2. */
const SIGNATURES_EXIST = 1 | 2;

/** The library's types do not cover custom forms. */
interface FormPdf {
  readonly _root: { readonly data: { AcroForm: { data: { Fields: unknown[]; [key: string]: unknown } } } };
  readonly page: { readonly annotations: unknown[] };
  initForm(): void;
  ref(data: object): { end(): void };
}

/**
 * Reserves room for an invisible signature. Its field is in the structure for screen readers (ISO 14289-1,
 * 7.18). PDF/A forbids forms that make viewers redraw them.
 */
export function placeSignature(
  { pdf, element }: Part,
  {
    name,
    chain,
    at,
    isStamped,
  }: Pick<HouseCertificate, 'name' | 'chain'> & { readonly at: Date; readonly isStamped: boolean },
): void {
  const own = pdf as unknown as FormPdf;
  const room =
    chain.reduce((sum, { length }) => sum + length, SIGNATURE_BYTES) + (isStamped ? TIMESTAMP_BYTES : 0);
  const signature = own.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, UNKNOWN, UNKNOWN, UNKNOWN],
    Contents: Buffer.alloc(room),
    Name: text(name),
    Reason: text(REASON),
    M: at,
  });
  signature.end();
  const label = `Electronic seal of ${name}`;
  const field = pdf.struct('Form', { alt: label });
  element.add(field);
  pdf.annotate(0, 0, 0, 0, {
    Subtype: 'Widget',
    FT: 'Sig',
    T: text('Seal'),
    TU: text(label),
    V: signature,
    F: PRINT_AND_LOCKED,
    structParent: field,
  } as PDFKit.Mixins.AnnotationOption);
  field.end();
  own.initForm();
  const { data } = own._root.data.AcroForm;
  data.Fields.push(own.page.annotations.at(-1));
  Object.assign(data, { NeedAppearances: false, SigFlags: SIGNATURES_EXIST });
}

/** The library writes a String object as text; a plain string would become a name. */
const text = (value: string) => new String(value);

/** Signs a report in the reserved room. */
export async function signPdf(
  bytes: Uint8Array,
  certificate: Pick<HouseCertificate, 'chain' | 'key'>,
  timestamp?: Timestamp,
): Promise<Uint8Array> {
  class HouseSigner extends Signer {
    override sign(content: Buffer): Promise<Buffer> {
      return signedData(content, certificate, timestamp);
    }
  }
  return new SignPdf().sign(Buffer.from(bytes), new HouseSigner());
}
