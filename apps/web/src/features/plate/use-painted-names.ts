import { useEffect, useMemo, useState } from 'react';

import { fittedNames, type PaintedNames, type WhichFit } from './fitted-names.ts';
import classes from './plate-grid.module.css';
import { nameWidth, type PlateGeometry } from './plate-geometry.ts';
import type { WellFace } from './well-face.ts';

const NONE: PaintedNames = new Map();

/** What the cells paint of their names. Measured on the page, once again when the font has come. */
export function usePaintedNames(
  faces: ReadonlyMap<unknown, WellFace>,
  geometry: PlateGeometry,
): PaintedNames {
  const fonts = useFontsLoaded();
  const width = nameWidth(geometry);
  // The names change seldom, and faces with every setting.
  const key = useMemo(
    () =>
      JSON.stringify([...new Set([...faces.values()].flatMap((face) => ('name' in face ? face.name : [])))]),
    [faces],
  );
  return useMemo(
    () =>
      width === null || fonts < 0
        ? NONE
        : fittedNames(JSON.parse(key) as string[], measured(width, geometry)), // written a line above
    [key, width, geometry, fonts],
  );
}

/** How often fonts have come since: measures taken before were another font's. */
function useFontsLoaded(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    // A simulated page has none.
    const fonts = document.fonts as FontFaceSet | undefined;
    const onLoaded = (): void => {
      setCount((before) => before + 1);
    };
    fonts?.addEventListener('loadingdone', onLoaded);
    return () => {
      fonts?.removeEventListener('loadingdone', onLoaded);
    };
  }, []);
  return count;
}

/** Lays all texts out at once, out of sight, as a cell of this kind would. */
function measured(width: number, { use, face }: PlateGeometry): WhichFit {
  return (texts) => {
    const ruler = document.createElement('div');
    ruler.className = classes['ruler'] ?? '';
    const marks = texts.map((text) => {
      const mark = document.createElement('span');
      mark.className = classes['painted'] ?? '';
      mark.dataset['use'] = use;
      mark.dataset['face'] = face;
      mark.textContent = text;
      return mark;
    });
    ruler.append(...marks);
    document.body.append(ruler);
    const fit = marks.map((mark) => mark.getBoundingClientRect().width <= width);
    ruler.remove();
    return fit;
  };
}
