import { Count } from '../budget.ts';
import { parseNumber } from '../container/workbook.ts';
import type { Attributes, XmlHandler } from '../container/xml.ts';
import { ReadError } from '../read-error.ts';
import type {
  RdmlData,
  RdmlDocument,
  RdmlExperiment,
  RdmlReact,
  RdmlRun,
  RdmlSample,
} from './rdml-document.ts';

/** Texts to read, by their last two element names. */
const TEXTS: ReadonlySet<string> = new Set([
  'sample/description',
  'sample/type',
  'target/dyeId',
  'run/instrument',
  'run/runDate',
  'dataCollectionSoftware/name',
  'dataCollectionSoftware/version',
  'pcrFormat/rows',
  'pcrFormat/columns',
  'mdp/tmp',
  'mdp/fluor',
  'adp/cyc',
  'adp/fluor',
  'data/cq',
  'data/excl',
]);

/** Parses RDML of all versions as a stream; elements are recognised by local name. */
export class RdmlParser implements XmlHandler {
  readonly document: RdmlDocument = {
    version: null,
    dyeOfTarget: new Map(),
    samples: new Map(),
    experiments: [],
  };

  readonly #file: string;
  readonly #counts: Readonly<Record<string, Count>>;
  readonly #path: string[] = [];
  #text: string | null = null;
  #sample: RdmlSample | null = null;
  #target: string | null = null;
  #experiment: RdmlExperiment | null = null;
  #run: RdmlRun | null = null;
  #react: RdmlReact | null = null;
  #data: RdmlData | null = null;

  constructor(file: string) {
    this.#file = file;
    this.#counts = {
      'rdml/sample': new Count('samples', { file }),
      'rdml/target': new Count('targets', { file }),
      'rdml/experiment': new Count('runs', { file }),
      'experiment/run': new Count('runs', { file }),
      'run/react': new Count('reactions', { file }),
      'react/data': new Count('curves', { file }),
    };
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    const path = `${parent ?? ''}/${name}`;
    this.#text = TEXTS.has(path) ? '' : null;
    const id = attributes['id'] ?? '';
    this.#counts[path]?.add();
    switch (path) {
      case '/rdml':
        this.document.version = attributes['version'] ?? null;
        break;
      case 'rdml/sample':
        this.#sample = { description: '', types: [] };
        this.document.samples.set(id, this.#sample);
        break;
      case 'rdml/target':
        this.#target = id;
        break;
      case 'target/dyeId':
        if (id !== '') this.#setDye(id);
        break;
      case 'rdml/experiment':
        this.#experiment = { id, runs: [] };
        this.document.experiments.push(this.#experiment);
        break;
      case 'experiment/run':
        this.#run = newRun(id);
        this.#experiment?.runs.push(this.#run);
        break;
      case 'run/react':
        this.#react = { id, sampleId: null, data: [] };
        this.#run?.reacts.push(this.#react);
        break;
      case 'react/sample':
        if (this.#react !== null) this.#react.sampleId = id;
        break;
      case 'react/data':
        this.#data = {
          target: null,
          cycle: [],
          amplification: [],
          cq: null,
          isExcluded: false,
          temperature: [],
          fluorescence: [],
        };
        this.#react?.data.push(this.#data);
        break;
      case 'data/tar':
        if (this.#data !== null) this.#data.target = id;
        break;
      default:
    }
  }

  text(text: string): void {
    if (this.#text !== null) this.#text += text;
  }

  close(name: string): void {
    this.#path.pop();
    if (this.#text !== null) this.#take(`${this.#path.at(-1) ?? ''}/${name}`, this.#text.trim());
    this.#text = null;
    if (name === 'mdp' && this.#data !== null) this.#checkPoint(this.#data);
  }

  #take(path: string, text: string): void {
    switch (path) {
      case 'sample/description':
        if (this.#sample !== null) this.#sample.description = text;
        break;
      case 'sample/type':
        this.#sample?.types.push(text);
        break;
      case 'target/dyeId':
        if (text !== '' && this.#target !== null && !this.document.dyeOfTarget.has(this.#target)) {
          this.#setDye(text);
        }
        break;
      case 'mdp/tmp':
        this.#data?.temperature.push(this.#number(text, 'tmp'));
        break;
      case 'mdp/fluor':
        this.#data?.fluorescence.push(this.#number(text, 'fluor'));
        break;
      case 'adp/cyc':
        this.#data?.cycle.push(parseNumber(text) ?? Number.NaN);
        break;
      case 'adp/fluor':
        this.#data?.amplification.push(parseNumber(text) ?? Number.NaN);
        break;
      case 'data/cq':
        if (this.#data !== null) this.#data.cq = text;
        break;
      case 'data/excl':
        if (this.#data !== null) this.#data.isExcluded = true;
        break;
      default:
        if (this.#run !== null) takeRunText(this.#run, path, text);
    }
  }

  #setDye(dye: string): void {
    if (this.#target !== null) this.document.dyeOfTarget.set(this.#target, dye);
  }

  /** The place of a reading, for a message. */
  #place(element: string): { file: string; element: string } {
    const target = this.#data?.target ?? '';
    return {
      file: this.#file,
      element: `react “${this.#react?.id ?? ''}”, target “${target}”, mdp ${this.#data?.temperature.length ?? 0}, ${element}`,
    };
  }

  #number(text: string, element: string): number {
    const value = parseNumber(text);
    if (value !== null) return value;
    throw new ReadError({
      code: 'unexpected-content',
      place: this.#place(element),
      problem: element === 'tmp' ? 'the temperature is not a number' : 'the fluorescence is not a number',
      found: text,
      expected: 'a number',
    });
  }

  #checkPoint({ temperature, fluorescence }: RdmlData): void {
    if (temperature.length === fluorescence.length) return;
    if (temperature.length < fluorescence.length) {
      throw new ReadError({
        code: 'missing-information',
        place: this.#place('mdp'),
        problem:
          'a melting point has no temperature, and a curve without temperatures cannot be read; export the melting curves with their temperatures',
      });
    }
    throw new ReadError({
      code: 'unexpected-content',
      place: this.#place('mdp'),
      problem: 'a melting point is incomplete',
      expected: 'one temperature (tmp) and one fluorescence (fluor)',
    });
  }
}

function newRun(id: string): RdmlRun {
  return {
    id,
    instrument: null,
    softwareName: null,
    softwareVersion: null,
    runDate: null,
    rows: null,
    columns: null,
    reacts: [],
  };
}

function takeRunText(run: RdmlRun, path: string, text: string): void {
  switch (path) {
    case 'run/instrument':
      run.instrument = text;
      break;
    case 'run/runDate':
      run.runDate = text;
      break;
    case 'dataCollectionSoftware/name':
      run.softwareName = text;
      break;
    case 'dataCollectionSoftware/version':
      run.softwareVersion = text;
      break;
    case 'pcrFormat/rows':
      run.rows = text;
      break;
    case 'pcrFormat/columns':
      run.columns = text;
      break;
    default:
  }
}
