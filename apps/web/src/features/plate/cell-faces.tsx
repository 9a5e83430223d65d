import { text } from '../../locale/text.ts';
import { SampleShape } from '../../shared/ui/sample-shape.tsx';
import type { PlateGeometry } from './plate-geometry.ts';
import classes from './plate-grid.module.css';
import { missingLetters, nameEnd } from './well-face.ts';
import type { ConfiguredFace, ResultFace } from './well-face.ts';

/** A well of step 2: what was set, and in words or letters what is missing. */
export function ConfiguredCell({ face, geometry }: { face: ConfiguredFace; geometry: PlateGeometry }) {
  const missing = missingLetters(face.missing);
  const shape = face.sampleType && (
    <SampleShape type={face.sampleType} size={geometry.shape} className={classes['corner-shape']} />
  );
  const kit = face.kitNumber !== null && (
    <span className={classes['kit']} data-kit={face.kitNumber}>
      {face.kitNumber}
    </span>
  );
  const letters = <b className={classes['missing']}>{missing.join(' ')}</b>;

  switch (geometry.face) {
    case 'tiny':
      return missing.length > 0 ? (
        <b className={classes['missing-middle']}>{missing.join('')}</b>
      ) : (
        <span className={classes['middle']}>
          {face.sampleType && <SampleShape type={face.sampleType} size={geometry.shape} />}
        </span>
      );
    case 'small':
      return (
        <>
          {shape}
          {kit}
          <span className={classes['line-end']} data-strong={face.expected !== '' || undefined}>
            {missing.length > 0
              ? letters
              : face.expected === ''
                ? nameEnd(face.name, { length: 4, ellipsis: false })
                : `=${face.expected}`}
          </span>
        </>
      );
    case 'medium':
      return (
        <>
          {shape}
          {kit}
          <span className={classes['lines']}>
            <b>{nameEnd(face.name, { length: 5, ellipsis: true })}</b>
            {missing.length > 0 && letters}
          </span>
        </>
      );
    case 'large':
      return (
        <>
          {shape}
          {kit}
          <span className={classes['lines']} data-large>
            <b>{face.name}</b>
            <span>
              {face.buffer}
              {face.expected !== '' && (
                <>
                  {' · '}
                  <b>{face.expected}</b>
                </>
              )}
            </span>
            {missing.length > 0 ? (
              <b className={classes['missing']}>{missingWords(missing)}</b>
            ) : (
              <span className="mono">{face.lot}</span>
            )}
          </span>
        </>
      );
  }
}

function missingWords(missing: ReturnType<typeof missingLetters>): string {
  const [first, ...others] = missing;
  if (first === undefined) return '';
  const word = text.plate.noneOf[first];
  return others.length === 0 ? word : `${word} ${text.plate.more(others.length)}`;
}

/** How far the middle of a pointed shape lies from the middle of its box, as a share of its size. */
const CODE_SHIFT = { POSITIVE_TEST: 0.08, NEGATIVE_TEST: -0.08 } as const;

/** A well of the interpretation: the shape is what was put in, fill and code are what came out. */
export function ResultCell({ face, geometry }: { face: ResultFace; geometry: PlateGeometry }) {
  const { pitch, shape, codeSize } = geometry;
  const named = geometry.face === 'medium' || geometry.face === 'large';
  const left = (pitch - 2 - shape) / 2;
  const top = named ? 4 : left;
  const shift =
    face.sampleType === 'POSITIVE_TEST' || face.sampleType === 'NEGATIVE_TEST'
      ? CODE_SHIFT[face.sampleType] * shape
      : 0;
  return (
    <>
      <span className={classes['shape']} style={{ left, top }}>
        <SampleShape type={face.sampleType} size={shape} result={face} />
      </span>
      <span
        className={classes['code']}
        style={{
          top: top + shift,
          height: shape,
          fontSize: face.code.length > 1 && !named ? 11 : codeSize,
          color: face.text,
        }}
      >
        {face.code}
      </span>
      {face.commented && <i className={classes['commented']} data-named={named || undefined} />}
      {face.updated && <i className={classes['updated']} data-named={named || undefined} />}
      {named && (
        <span className={classes['name']}>
          {geometry.face === 'large' ? face.name : nameEnd(face.name, { length: 7, ellipsis: false })}
        </span>
      )}
    </>
  );
}
