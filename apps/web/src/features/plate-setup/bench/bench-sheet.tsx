import { PLATE_SIZE, platePositions, positionAt, rowLetter, runDateWords } from '@curvewell/domain';
import type { CSSProperties } from 'react';

import { useMe } from '../../../data/identity.ts';
import { text } from '../../../locale/text.ts';
import { formatDateTime, formatZone } from '../../../shared/format/format.ts';
import { expiryDay } from '../../../shared/format/lot-expiry.ts';
import { ColumnHeads } from '../../../shared/ui/lists/column-heads.tsx';
import type { WellDraft } from '../draft/plate-draft.ts';
import { usePlateSetup } from '../plate-setup-context.ts';
import { benchKits, benchParts, keyIn, setCount, type BenchKit } from './bench-plate.ts';
import classes from './bench-sheet.module.css';

const words = text.bench;

/** The plate as the laboratory pipettes it: head, plate map, steps and room for notes. Contains no results. */
export function BenchSheet({ at }: { readonly at: string }) {
  const { run, plate } = usePlateSetup();
  const kits = benchKits(plate);
  return (
    <article className={classes['sheet']} aria-label={words.sheet}>
      {benchParts(run.plateType).map((columns, part) => (
        <section key={columns[0]} className={classes['page']}>
          {part === 0 ? (
            <BenchHead at={at} kits={kits} />
          ) : (
            <h2>
              {words.continued(
                run.businessId,
                words.columns((columns[0] ?? 0) + 1, (columns.at(-1) ?? 0) + 1),
              )}
            </h2>
          )}
          <PlateMap columns={columns} kits={kits} />
        </section>
      ))}
      <BenchNotes />
    </article>
  );
}

interface BenchHeadProps {
  readonly at: string;
  readonly kits: readonly BenchKit[];
}

function BenchHead({ at, kits }: BenchHeadProps) {
  const { run, plate } = usePlateSetup();
  const { name } = useMe();
  const { facts } = words;
  const rows: readonly (readonly [string, string])[] = [
    [facts.laboratory, run.laboratory.name],
    [facts.plateId, run.plateId ?? words.none],
    [facts.runDate, runDateWords(run)],
    [facts.file, run.fileName],
    [facts.wells, words.wells(setCount(plate), platePositions(run.plateType).length)],
    [facts.printed, words.printedBy(formatDateTime(at), formatZone(at), name)],
  ];
  return (
    <header className={classes['head']}>
      <h2>{words.title(run.businessId)}</h2>
      <p className={classes['state']}>{words.state}</p>
      <dl>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table className={classes['kits']}>
        <ColumnHeads heads={words.kitHead} />
        <tbody>
          {kits.map(({ key, well: { kitVersion, reactionBuffer, lot }, count }) => (
            <tr key={key}>
              <th scope="row">{key}</th>
              <td>{kitVersion && `${kitVersion.kit.name} ${kitVersion.version}`}</td>
              <td>{reactionBuffer?.name ?? words.none}</td>
              <td>{lot?.name ?? words.none}</td>
              <td>{lot ? expiryDay(lot.expirationDate) : words.none}</td>
              <td>{count}</td>
              <td>
                <Tick />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </header>
  );
}

interface PlateMapProps {
  /** From 0. */
  readonly columns: readonly number[];
  readonly kits: readonly BenchKit[];
}

function PlateMap({ columns, kits }: PlateMapProps) {
  const { run, plate } = usePlateSetup();
  const { rowCount } = PLATE_SIZE[run.plateType];
  // React's types lack custom properties.
  const style = { '--rows': rowCount } as CSSProperties;
  return (
    <>
      <table className={classes['map']} style={style} aria-label={words.plate}>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rowCount }, (_, row) => (
            <tr key={row}>
              <th scope="row">{rowLetter(row)}</th>
              {columns.map((column) => (
                <WellCell key={column} well={plate.get(positionAt(row, column))} kits={kits} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes['legend']}>{words.legend}</p>
    </>
  );
}

interface WellCellProps {
  /** Undefined: the files contain no curve for it. */
  readonly well: WellDraft | undefined;
  readonly kits: readonly BenchKit[];
}

function WellCell({ well, kits }: WellCellProps) {
  if (well === undefined) return <td className={classes['unread']}>{words.noCurve}</td>;
  const { name, orderId, sampleType } = well;
  if (name === null && sampleType === null && well.kitVersion === null) return <td />;
  return (
    <td>
      <div className={classes['name']}>
        <Tick />
        <b>{name ?? words.none}</b>
      </div>
      {orderId !== null && <div className={classes['order']}>{orderId}</div>}
      <div className={classes['line']}>
        <span>{sampleType !== null && words.types[sampleType]}</span>
        <span>{keyIn(kits, well)}</span>
      </div>
    </td>
  );
}

/** An empty box to tick by hand. */
const Tick = () => <span className={classes['tick']} aria-hidden />;

/** Steps to tick, and lines for notes. */
function BenchNotes() {
  return (
    <section className={classes['below']}>
      <div>
        <h3>{words.stepsTitle}</h3>
        <table className={classes['steps']}>
          <ColumnHeads heads={words.stepHead} />
          <tbody>
            {words.steps.map((step) => (
              <tr key={step}>
                <th scope="row">{step}</th>
                <td>
                  <Tick />
                </td>
                <td />
                <td />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <h3>{words.notes}</h3>
        {Array.from({ length: NOTE_LINES }, (_, line) => (
          <div key={line} className={classes['rule']} />
        ))}
        <p className={classes['legend']}>{words.done}</p>
      </div>
    </section>
  );
}

const NOTE_LINES = 6;
