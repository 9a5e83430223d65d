import { at } from '../at.ts';
import * as layout from './layout.ts';

const { backgroundSums, binTemperature, COLUMN, columns } = layout;

/** Writes the background columns 1, z and z² of the averaged readings, and the sums of their products. */
export function backgroundWrite(length: number, centre: number, scale: number): void {
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  for (let i = 0; i < length; i++) {
    const z = (at(binTemperature, i) - centre) * scale;
    const zz = z * z;
    columns[i] = 1;
    columns[COLUMN + i] = z;
    columns[2 * COLUMN + i] = zz;
    s1 += z;
    s2 += zz;
    s3 += zz * z;
    s4 += zz * zz;
  }
  backgroundSums[0] = length;
  backgroundSums[1] = s1;
  backgroundSums[2] = s2;
  backgroundSums[3] = s3;
  backgroundSums[4] = s4;
}
