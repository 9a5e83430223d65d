import type { XmlHandler } from '../container/xml.ts';

export interface RexChannel {
  name: string;
  startX: string;
  stepX: string;
  pointCount: string;
  axis: string;
  /** One text of numbers a tube. */
  readonly readings: string[];
}

export interface RexDocument {
  header: string;
  rotor: string;
  startTime: string;
  readonly channels: RexChannel[];
  /** Sample names by tube, of the first page. */
  readonly names: Map<number, string>;
}

/** Reads the parts of a Rotor-Gene experiment that concern raw curves and samples. */
export class RexParser implements XmlHandler {
  readonly document: RexDocument = {
    header: '',
    rotor: '',
    startTime: '',
    channels: [],
    names: new Map(),
  };

  readonly #path: string[] = [];
  #text = '';
  #sample = { name: '', tube: '' };

  open(name: string): void {
    this.#path.push(name);
    this.#text = '';
    if (name === 'RawChannel') {
      this.document.channels.push({
        name: '',
        startX: '',
        stepX: '',
        pointCount: '',
        axis: '',
        readings: [],
      });
    }
    if (name === 'Sample') this.#sample = { name: '', tube: '' };
  }

  text(text: string): void {
    this.#text += text;
  }

  close(name: string): void {
    this.#path.pop();
    const text = this.#text.trim();
    this.#text = '';
    const channel = this.document.channels.at(-1);
    const parent = this.#path.at(-1);
    if (parent === 'Experiment') this.#takeHeader(name, text);
    if (parent === 'RawChannel' && channel !== undefined) takeChannel(channel, name, text);
    if (parent === 'Sample' && name === 'Name') this.#sample.name = text;
    if (parent === 'Sample' && name === 'TubePosition') this.#sample.tube = text;
    if (name === 'Sample') this.#endSample();
  }

  #takeHeader(name: string, text: string): void {
    if (name === 'RexHeader') this.document.header = text;
    if (name === 'Rotor') this.document.rotor = text;
    if (name === 'StartTime') this.document.startTime = text;
  }

  #endSample(): void {
    const tube = Number(this.#sample.tube);
    const { names } = this.document;
    if (this.#sample.tube !== '' && !names.has(tube)) names.set(tube, this.#sample.name);
  }
}

function takeChannel(channel: RexChannel, name: string, text: string): void {
  switch (name) {
    case 'Name':
      channel.name = text;
      break;
    case 'StartX':
      channel.startX = text;
      break;
    case 'StepX':
      channel.stepX = text;
      break;
    case 'MinXPoints':
      channel.pointCount = text;
      break;
    case 'XAxisLabel':
      channel.axis = text;
      break;
    case 'Reading':
      channel.readings.push(text);
      break;
    default:
  }
}
