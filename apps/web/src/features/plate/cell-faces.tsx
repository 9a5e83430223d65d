import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { NearMark } from '../../shared/ui/near-mark.tsx';
import { SampleShape } from '../../shared/ui/sample-shape.tsx';
import { nameWidth, type PlateGeometry } from './plate-geometry.ts';
import classes from './plate-grid.module.css';
import { missingLetters, type ConfiguredFace, type ResultFace } from './well-face.ts';

interface FaceProps<Face> {
  readonly face: Face;
  readonly geometry: PlateGeometry;
  /** The name as it is painted: fitted to the cell, or left out. */
  readonly name: string;
}

/** A well of step 2: what was set, and in words or letters what is missing or to be looked at. */
export function ConfiguredCell({ face, geometry, name }: FaceProps<ConfiguredFace>) {
  const shape = face.sampleType && (
    <SampleShape type={face.sampleType} size={geometry.shape} className={classes['corner-shape']} />
  );
  const kit = face.kitNumber !== null && (
    <span className={classes['kit']} data-kit={face.kitNumber}>
      {face.kitNumber}
    </span>
  );
  switch (geometry.face) {
    case 'tiny':
      return <TinyCell face={face} geometry={geometry} />;
    case 'small':
      return (
        <>
          {shape}
          {kit}
          <SmallLine face={face} name={name} />
        </>
      );
    case 'medium':
    case 'large':
      return (
        <>
          {shape}
          {kit}
          <span className={classes['lines']} data-large={geometry.face === 'large' || undefined}>
            <PaintedName geometry={geometry}>{name}</PaintedName>
            {geometry.face === 'large' && (
              <span>{[face.buffer, face.expected].filter(Boolean).join(' · ')}</span>
            )}
            <LastLine face={face} geometry={geometry} />
          </span>
        </>
      );
  }
}

/** The style in which its width was measured. */
function PaintedName({
  geometry: { use, face },
  children,
}: {
  readonly geometry: PlateGeometry;
  readonly children: string;
}) {
  return (
    <span className={classes['painted']} data-use={use} data-face={face} data-name>
      {children}
    </span>
  );
}

function TinyCell({ face, geometry }: Omit<FaceProps<ConfiguredFace>, 'name'>) {
  if (face.missing !== '') return <b className={classes['missing-middle']}>{lettersOf(face)}</b>;
  return (
    <>
      <span className={classes['middle']}>
        {face.sampleType && <SampleShape type={face.sampleType} size={geometry.shape} />}
      </span>
      {face.doubt && <DoubtSign />}
    </>
  );
}

const lettersOf = (face: ConfiguredFace): string => missingLetters(face.missing).join('');

/** There is room for one thing; the rest is in the status line. */
function SmallLine({ face, name }: Omit<FaceProps<ConfiguredFace>, 'geometry'>) {
  if (face.missing !== '') {
    return (
      <span className={classes['line-end']}>
        <b className={classes['missing']}>{lettersOf(face)}</b>
      </span>
    );
  }
  if (face.doubt) return <DoubtSign />;
  return face.expected === '' ? (
    <span className={classes['line-end']}>
      <span className={classes['painted']} data-use="configuration" data-face="small" data-name>
        {name}
      </span>
    </span>
  ) : (
    <span className={classes['line-end']} data-strong>
      ={face.expected}
    </span>
  );
}

const DoubtSign = () => <IconAlertTriangle size={12} stroke={2} className={classes['doubt-sign']} />;

function LastLine({ face, geometry }: Omit<FaceProps<ConfiguredFace>, 'name'>) {
  if (face.missing !== '') return <b className={classes['missing']}>{missingWords(face, geometry)}</b>;
  if (face.doubt) return <b className={classes['missing']}>{text.plate.doubts[face.doubt]}</b>;
  return face.expected !== '' && geometry.face === 'medium' ? (
    <span>={face.expected}</span>
  ) : (
    <span className="mono">{face.lot}</span>
  );
}

/** Of a letter in bold at 11 px, with which words are known to fit. */
const LETTER_WIDTH = 6;

/** In words, “no lot”; letters where the words have no room. */
function missingWords(face: ConfiguredFace, geometry: PlateGeometry): string {
  const [first, ...others] = missingLetters(face.missing);
  if (first === undefined) return '';
  const more = others.length === 0 ? '' : ` ${text.plate.more(others.length)}`;
  const words = `${text.plate.noneOf[first]}${more}`;
  return words.length * LETTER_WIDTH <= (nameWidth(geometry) ?? 0) ? words : lettersOf(face);
}

/** How far the middle of a pointed shape lies from the middle of its box, as a share of its size. */
const CODE_SHIFT = { POSITIVE_TEST: 0.08, NEGATIVE_TEST: -0.08 } as const;

/** px: on the lower right of the shape, or in the corner of a cell of 384, clear of the code. */
const NEAR_SIZE = { named: 13, small: 10 } as const;
const CORNER = { right: 0, bottom: 0 } as const;

/** A well of the interpretation: the shape is what was put in, fill and code are what came out. */
export function ResultCell({ face, geometry, name }: FaceProps<ResultFace>) {
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
      {face.near && (
        <span
          className={classes['near']}
          style={
            named
              ? { left: left + shape - NEAR_SIZE.named + 2, top: top + shape - NEAR_SIZE.named + 2 }
              : CORNER
          }
        >
          <NearMark size={named ? NEAR_SIZE.named : NEAR_SIZE.small} isSeen={face.near === 'seen'} />
        </span>
      )}
      {named && (
        <span className={classes['name']}>
          <PaintedName geometry={geometry}>{name}</PaintedName>
        </span>
      )}
    </>
  );
}
