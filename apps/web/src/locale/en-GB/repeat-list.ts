import type { RepeatReason } from '@curvewell/domain';

const samples = (count: number): string => (count === 1 ? '1 sample' : `${count} samples`);

export const repeatList = {
  title: 'Repeat list',
  reasons: {
    NO_RESULT: 'No result',
    FAILED_CONTROL: 'Failed control',
    CHOSEN: 'Chosen',
  } satisfies Record<RepeatReason, string>,
  /** Notes of the reasons that the plate gives. */
  heldBy: (controls: string) => `control ${controls}`,
  ofRun: 'From this run',
  onRun: (count: number) => `Repeated on this run (${count})`,
  hint: 'Samples without a result or held by a failed control are listed. To list others too, select their wells on the plate.',
  noneOfRun: 'Every sample has a result, and no control failed. Select wells on the plate to repeat them.',
  all: 'All samples of the list',
  choose: (position: string, name: string) => `${position}, ${name}`,
  add: (count: number) => `Add ${samples(count)}`,
  added: (count: number) => (count === 1 ? '1 sample added.' : `${count} samples added.`),
  notAdded: 'The samples were not added.',
  onList: 'on the list',
  placedOn: (run: number, position: string) => `run ${run}, ${position}`,
  open: (count: number) => `Open in the laboratory (${count})`,
  noneOpen: 'No sample is waiting to be repeated.',
  placed: (count: number) => `Placed (${count})`,
  from: (run: number, position: string) => `run ${run}, ${position}`,
  addedBy: (name: string, at: string) => `${name}, ${at}`,
  remove: (name: string) => `Remove ${name} from the list`,
  removed: (name: string) => `${name} removed from the list.`,
  notRemoved: 'The sample was not removed.',
  saveCsv: 'Save as CSV',
  file: (day: string) => `repeat-list_${day}.csv`,
  notLoaded: 'The repeat list could not be loaded.',
  how: 'To repeat the open samples, choose “Work list” in the plate setup of the next run, then “Repeat list”. A sample is placed once the plate of a later run is saved with its name and kit.',
  head: {
    well: 'Well',
    sample: 'Sample',
    kit: 'Kit',
    reason: 'Reason',
    state: 'State',
    from: 'From',
    by: 'Added by',
    placedOn: 'Placed on',
    remove: 'Remove',
  },
  /** The columns of the file; the first three are those of a work list. */
  csvHead: ['Name', 'Order id', 'Sample type', 'Kit', 'Reason', 'From run', 'From well'],
} as const;
