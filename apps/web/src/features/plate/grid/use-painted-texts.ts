import { useEffect, useMemo, useState } from 'react';

import { fittedTexts, type PaintedTexts, type WhichFit } from './fitted-texts.ts';
import classes from './plate-grid.module.css';
import { fittedWidth, type FittedText, type PlateGeometry } from '../plate-geometry.ts';
import type { WellFace } from './well-face.ts';

const NONE: PaintedTexts = new Map();

/** The shown text of the names or lots. Measured on the page, again after fonts have loaded. */
export function usePaintedTexts(
  which: FittedText,
  { faces, geometry }: { readonly faces: ReadonlyMap<unknown, WellFace>; readonly geometry: PlateGeometry },
): PaintedTexts {
  const fonts = useFontsLoaded();
  const width = fittedWidth(which, geometry);
  // Faces change with every setting, but names and lots rarely.
  const key = useMemo(
    () => JSON.stringify([...new Set([...faces.values()].flatMap((face) => textOf(which, face)))]),
    [which, faces],
  );
  return useMemo(
    () =>
      width === null || fonts < 0
        ? NONE
        : fittedTexts(JSON.parse(key) as string[], measured(width, { which, geometry })), // serialised above
    [key, width, which, geometry, fonts],
  );
}

function textOf(which: FittedText, face: WellFace): readonly string[] {
  if (which === 'lot') return face.kind === 'configured' ? [face.lot] : [];
  return 'name' in face ? [face.name] : [];
}

/** Counts font loads. Widths measured before are invalid. */
function useFontsLoaded(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    // jsdom has no FontFaceSet.
    const fonts = document.fonts as FontFaceSet | undefined;
    const onLoaded = (): void => setCount((before) => before + 1);
    fonts?.addEventListener('loadingdone', onLoaded);
    return () => fonts?.removeEventListener('loadingdone', onLoaded);
  }, []);
  return count;
}

/** Measures all texts at once in a hidden element with the style of a cell. */
function measured(
  width: number,
  { which, geometry: { use, face } }: { readonly which: FittedText; readonly geometry: PlateGeometry },
): WhichFit {
  return (texts) => {
    const ruler = document.createElement('div');
    ruler.className = classes['ruler'] ?? '';
    const marks = texts.map((text) => {
      const mark = document.createElement('span');
      mark.className = classes['painted'] ?? '';
      mark.dataset['text'] = which;
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
