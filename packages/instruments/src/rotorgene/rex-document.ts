import type { XmlElement } from '../container/xml-tree.ts';

export interface RexChannel {
  readonly name: string;
  readonly startX: string;
  readonly stepX: string;
  readonly pointCount: string;
  readonly axis: string;
  /** One text of numbers for each tube. */
  readonly readings: readonly string[];
}

interface RexDocument {
  readonly header: string;
  readonly rotor: string;
  readonly startTime: string;
  readonly channels: readonly RexChannel[];
  /** Sample names by tube, from the first page. */
  readonly names: ReadonlyMap<number, string>;
}

/** The raw curves and samples of a Rotor-Gene experiment. */
export function rexDocument(experiment: XmlElement): RexDocument {
  return {
    header: experiment.textOf('RexHeader'),
    rotor: experiment.textOf('Rotor'),
    startTime: experiment.textOf('StartTime'),
    channels: experiment.all('RawChannel').map(rexChannel),
    names: sampleNames(experiment),
  };
}

function rexChannel(channel: XmlElement): RexChannel {
  return {
    name: channel.textOf('Name'),
    startX: channel.textOf('StartX'),
    stepX: channel.textOf('StepX'),
    pointCount: channel.textOf('MinXPoints'),
    axis: channel.textOf('XAxisLabel'),
    readings: channel.children.filter(({ name }) => name === 'Reading').map(({ text }) => text.trim()),
  };
}

function sampleNames(experiment: XmlElement): Map<number, string> {
  const names = new Map<number, string>();
  for (const sample of experiment.all('Sample')) {
    const tube = sample.textOf('TubePosition');
    if (tube !== '' && !names.has(Number(tube))) names.set(Number(tube), sample.textOf('Name'));
  }
  return names;
}
