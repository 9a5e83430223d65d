import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Real instrument files beside the project, on machines that have them. They are not part of it. */
const SHARED = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** Real files of a folder with their bytes; empty if the folder is missing. */
export function realFiles(
  folder: string,
  names: RegExp,
): { readonly name: string; readonly bytes: Uint8Array }[] {
  if (!existsSync(`${SHARED}${folder}`)) return [];
  return readdirSync(`${SHARED}${folder}`)
    .filter((name) => names.test(name))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(`${SHARED}${folder}/${name}`)) }));
}

/** The path of a real file by folder and name; null if missing. */
function realFile(folder: string, fits: (name: string) => boolean): string | null {
  if (!existsSync(`${SHARED}${folder}`)) return null;
  const name = readdirSync(`${SHARED}${folder}`).find(fits);
  return name === undefined ? null : `${SHARED}${folder}/${name}`;
}

/** 50 wells of a LightCycler 480: two products alone and mixed. The name of a well states the mix. */
export const twoProductMix = realFile('rdml-lightcycler480-two-product-mix', (name) =>
  name.endsWith('.rdml'),
);
/** 96 wells of a Bio-Rad CFX with proteins that unfold. */
export const cfxWorkbook = realFile('cfx-manager-xlsx', (name) => name.includes('Melt Curve Amplification'));
