import { isSample } from '@curvewell/domain';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import { SampleShape } from '../../../shared/ui/plate/sample-shape.tsx';
import { WellMark } from '../../../shared/ui/plate/well-mark.tsx';
import { fittedWidth, type FittedText, type PlateGeometry } from '../plate-geometry.ts';
import classes from './plate-grid.module.css';
import { missingLetters, type ConfiguredFace, type FaceDoubt, type ResultFace } from './well-face.ts';

interface FaceProps<Face> {
  readonly face: Face;
  readonly geometry: PlateGeometry;
  /** The name fitted to the cell, or empty. */
  readonly name: string;
  /** The lot fitted to the cell, or empty. */
  readonly lot: string;
}

/** A well of step 2: its settings, what is missing and doubts. */
export function ConfiguredCell({ face, geometry, name, lot }: FaceProps<ConfiguredFace>) {
  const shape = face.sampleType && (
    <SampleShape type={face.sampleType} size={geometry.shape} className={classes['corner-shape']} />
  );
  const kit = face.kitNumber !== null && (
    <span className={classes['kit']} data-kit={face.kitNumber}>
      {face.kitNumber}
    </span>
  );
  switch (geometry.face) {
    case 'dot':
    case 'tiny':
      return <TinyCell face={face} geometry={geometry} />;
    case 'small':
      return (
        <>
          {shape}
          {kit}
          <SmallLine face={face} geometry={geometry} name={name} />
        </>
      );
    case 'medium':
    case 'large':
      return (
        <>
          {shape}
          {kit}
          <span className={classes['lines']} data-large={geometry.face === 'large' || undefined}>
            <Painted text="name" geometry={geometry}>
              {name}
            </Painted>
            {geometry.face === 'large' && (
              <span>{[face.buffer, face.expected].filter(Boolean).join(' · ')}</span>
            )}
            <LastLine face={face} geometry={geometry} lot={lot} />
          </span>
        </>
      );
  }
}

/** Text in the style in which its width was measured. */
function Painted({
  text: which,
  geometry: { use, face },
  children,
}: {
  readonly text: FittedText;
  readonly geometry: PlateGeometry;
  readonly children: string;
}) {
  return (
    <span className={classes['painted']} data-text={which} data-use={use} data-face={face}>
      {children}
    </span>
  );
}

function TinyCell({ face, geometry }: Omit<FaceProps<ConfiguredFace>, FittedText>) {
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

/** A small cell shows only one item; the status line has the rest. */
function SmallLine({ face, geometry, name }: Omit<FaceProps<ConfiguredFace>, 'lot'>) {
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
      <Painted text="name" geometry={geometry}>
        {name}
      </Painted>
    </span>
  ) : (
    <span className={classes['line-end']} data-strong>
      ={face.expected}
    </span>
  );
}

const DoubtSign = () => <IconAlertTriangle size={12} stroke={2} className={classes['doubt-sign']} />;

function LastLine({ face, geometry, lot }: Omit<FaceProps<ConfiguredFace>, 'name'>) {
  if (face.missing !== '') return <b className={classes['missing']}>{missingWords(face, geometry)}</b>;
  if (face.doubt) return <DoubtWords doubt={face.doubt} geometry={geometry} />;
  return face.expected !== '' && geometry.face === 'medium' ? (
    <span>={face.expected}</span>
  ) : (
    <Painted text="lot" geometry={geometry}>
      {lot}
    </Painted>
  );
}

/** The doubt in words (“other lot”), or an icon if the words do not fit. */
function DoubtWords({ doubt, geometry }: { readonly doubt: FaceDoubt; readonly geometry: PlateGeometry }) {
  const words = text.plate.doubts[doubt];
  return (
    <b className={classes['missing']}>
      {hasRoomFor(words, geometry) ? words : <IconAlertTriangle size={12} stroke={2} />}
    </b>
  );
}

/** Average width of a bold character at 11 px, rounded up. */
const LETTER_WIDTH = 5.5;
const hasRoomFor = (words: string, geometry: PlateGeometry): boolean =>
  words.length * LETTER_WIDTH <= (fittedWidth('name', geometry) ?? 0);

/** What is missing in words (“no lot”), or letters if the words do not fit. */
function missingWords(face: ConfiguredFace, geometry: PlateGeometry): string {
  const [first, ...others] = missingLetters(face.missing);
  if (first === undefined) return '';
  const more = others.length === 0 ? '' : ` ${text.plate.more(others.length)}`;
  const words = `${text.plate.noneOf[first]}${more}`;
  return hasRoomFor(words, geometry) ? words : lettersOf(face);
}

/** Offset of the visual centre of a triangle from the centre of its box, as a fraction of its size. */
const CODE_SHIFT = { POSITIVE_TEST: 0.08, NEGATIVE_TEST: -0.08 } as const;

/** At a corner of the cell, beside the code, px. */
const MARK_SIZE = { named: 12, small: 9 } as const;
/** Samples on a 384-well plate are drawn smaller than controls and standards, px. */
const SAMPLE_INSET = 2;

/** Downward offset of a wide code below a mark, px. */
const MARKED_SHIFT = 1;

type Marks = Pick<ResultFace, 'mark' | 'updated' | 'commented'>;

/** A small cell has one mark, the most severe; the status line has all. */
function graverMark({ mark, updated, commented }: Marks): Marks {
  return {
    mark,
    updated: mark === null && updated,
    commented: mark === null && !updated && commented,
  };
}

/** The size of two and three letters in a small cell, px; three stand closer together. */
const SMALL_CODE = 11;

const EDGES = ['1px 0', '-1px 0', '0 1px', '0 -1px'] as const;

/** From this pitch there is space between shape and name, px. */
const ROOMY = 48;

const isNamed = ({ face }: PlateGeometry): boolean => face === 'medium' || face === 'large';

/** A well of the interpretation: the shape shows the sample type, fill and code the result. */
export function ResultCell({ face, geometry, name }: Omit<FaceProps<ResultFace>, 'lot'>) {
  const { pitch } = geometry;
  const named = isNamed(geometry);
  const shape = geometry.shape - (named || !isSample(face.sampleType) ? 0 : SAMPLE_INSET);
  const left = (pitch - 2 - shape) / 2;
  const top = named ? (pitch < ROOMY ? 1 : 4) : left;
  return (
    <>
      <span className={classes['shape']} style={{ left, top }}>
        <SampleShape type={face.sampleType} size={shape} result={face} />
      </span>
      {geometry.face !== 'dot' && (
        <CellMarks face={face} geometry={geometry} name={name} at={{ shape, top }} />
      )}
    </>
  );
}

interface CellMarksProps extends Omit<FaceProps<ResultFace>, 'lot'> {
  /** The shape, px. */
  readonly at: { readonly shape: number; readonly top: number };
}

function CellMarks({ face, geometry, name, at: { shape, top } }: CellMarksProps) {
  const { codeSize } = geometry;
  const named = isNamed(geometry);
  const marks = named ? face : graverMark(face);
  const isWide = face.code.length > 1 && !named;
  const centre =
    face.sampleType === 'POSITIVE_TEST' || face.sampleType === 'NEGATIVE_TEST'
      ? CODE_SHIFT[face.sampleType] * shape
      : 0;
  // A wide code reaches below the mark, which must not cover it.
  const shift = isWide && marks.mark !== null ? Math.max(centre, MARKED_SHIFT) : centre;
  return (
    <>
      <span
        className={classes['code']}
        style={{
          top: top + shift,
          height: shape,
          fontSize: isWide ? SMALL_CODE : codeSize,
          letterSpacing: isWide && face.code.length > 2 ? '-0.04em' : undefined,
          // Letters that reach beyond a narrow symbol stay legible.
          textShadow: isWide
            ? EDGES.map((offset) => `${offset} ${face.fill ?? 'transparent'}`).join(', ')
            : undefined,
          color: face.text,
        }}
      >
        {face.code}
      </span>
      {marks.commented && <i className={classes['commented']} data-named={named || undefined} />}
      {marks.updated && <i className={classes['updated']} data-named={named || undefined} />}
      {marks.mark && (
        <span className={classes['mark']} data-named={named || undefined}>
          <WellMark
            mark={marks.mark}
            size={named && geometry.pitch >= ROOMY ? MARK_SIZE.named : MARK_SIZE.small}
          />
        </span>
      )}
      {named && (
        <span className={classes['name']} style={geometry.pitch < ROOMY ? { bottom: 0 } : undefined}>
          <Painted text="name" geometry={geometry}>
            {name}
          </Painted>
        </span>
      )}
    </>
  );
}
