import { fromBER, type BitString } from 'asn1js';
import { Certificate } from 'pkijs';

/** RFC 5280, 4.2.1.3 */
const KEY_USAGE = '2.5.29.15';
const DIGITAL_SIGNATURE = 0x80;
const NON_REPUDIATION = 0x40;

/** Whether a certificate (DER) may sign documents; true without a key usage. */
export function signsDocuments(der: Uint8Array): boolean {
  const usage = Certificate.fromBER(der).extensions?.find(({ extnID }) => extnID === KEY_USAGE);
  if (usage === undefined) return true;
  const bits = fromBER(usage.extnValue.valueBlock.valueHexView).result as BitString;
  const [first = 0] = bits.valueBlock.valueHexView;
  return (first & (DIGITAL_SIGNATURE | NON_REPUDIATION)) !== 0;
}
