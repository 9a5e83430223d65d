import type { Found, FoundKit, FoundLot, FoundPerson, FoundRun, FoundSample } from '@curvewell/contracts';
import { expiryText, type RunSummary } from '@curvewell/domain';
import {
  IconAdjustmentsHorizontal,
  IconDroplet,
  IconListDetails,
  IconPackage,
  IconUser,
} from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import { paths } from '../../shared/navigation/paths.ts';
import type { PaletteGroup, PaletteOption } from './palette-option.ts';

const words = text.palette;

type RunPlace = Pick<FoundRun, 'id' | 'isArchived' | 'isInterpreted'>;

/** The results of a run or, before its interpretation, its plate setup. */
function addressOf({ id, isArchived, isInterpreted }: RunPlace): string {
  if (isArchived) return paths.archiveInterpretation(id);
  return isInterpreted ? paths.runInterpretation(id) : paths.runCreation(id);
}

const runOption = (run: FoundRun): PaletteOption => ({
  id: `run ${run.id}`,
  icon: IconListDetails,
  name: String(run.businessId),
  detail: [run.plateId ?? run.fileName, run.kitReactionBuffer].filter((part) => part !== '').join(' · '),
  status: run.status,
  isArchived: run.isArchived,
  to: addressOf(run),
});

/** The runs of the laboratory that changed last. */
export function recentGroup(runs: readonly RunSummary[]): PaletteGroup {
  const options = runs.map(({ usedKitReactionBufferPairs, interpretationRunByName, ...run }) =>
    runOption({
      ...run,
      isArchived: false,
      isInterpreted: interpretationRunByName !== null,
      kitReactionBuffer: [
        ...new Set(
          usedKitReactionBufferPairs.map(({ kitVersion, reactionBuffer }) =>
            text.runs.kitPair(kitVersion.kit.name, reactionBuffer.name),
          ),
        ),
      ].join(', '),
    }),
  );
  return { title: words.groups.recent, options };
}

/** A well of a run. Before the interpretation, wells are in step 2. */
function addressOfWell(run: RunPlace & { readonly position: string }): string {
  const step = run.isArchived || run.isInterpreted ? '' : 'step=2&';
  return `${addressOf(run)}?${step}wells=${run.position}`;
}

/** A single sample has a line for each of its runs; of several, each leads to its newest run. */
function sampleOptions(samples: readonly FoundSample[]): PaletteOption[] {
  return samples.flatMap(({ name, runs }) => {
    const option = (run: FoundSample['runs']['found'][number], detail: string): PaletteOption => ({
      id: `sample ${name} ${run.id}`,
      icon: IconDroplet,
      name,
      detail,
      isArchived: run.isArchived,
      to: addressOfWell(run),
    });
    const [newest] = runs.found;
    if (samples.length === 1)
      return runs.found.map((run, index) => {
        const isLast = index === runs.found.length - 1;
        const where = words.inRunAt(run.businessId, run.position, isLast && runs.more);
        return option(run, run.result === null ? where : `${run.result}, ${where}`);
      });
    const numbers = runs.found.map(({ businessId }) => businessId);
    if (newest === undefined) return [];
    const { result } = newest;
    return [
      option(
        newest,
        result === null ? words.inRuns(numbers, runs.more) : words.ofNewest(result, numbers, runs.more),
      ),
    ];
  });
}

const ownerOf = ({ isOwn }: Pick<FoundKit, 'isOwn'>): string => (isOwn ? words.own : words.shared);

const kitOption = ({ id, name, active, ...kit }: FoundKit): PaletteOption => ({
  id: `kit ${id}`,
  icon: IconAdjustmentsHorizontal,
  name,
  detail: [ownerOf(kit), ...(active ? [] : [words.inactive])].join(', '),
  aside: words.openKit,
  to: paths.kit(id),
});

function lotOption({ id, name, active, expirationDate, isOwn, kit, version }: FoundLot): PaletteOption {
  const lot = words.lotOf(kit.name, version.version, expiryText(expirationDate));
  const detail = `${lot}, ${ownerOf({ isOwn })}`;
  return {
    id: `lot ${id}`,
    icon: IconPackage,
    name,
    detail: active ? detail : `${detail}, ${words.inactive}`,
    aside: words.openLots,
    to: paths.lots({ kitId: kit.id, versionId: version.id, search: name }),
  };
}

const personOption =
  (laboratoryId: string | null) =>
  ({ id, login, firstname, lastname }: FoundPerson): PaletteOption => ({
    id: `person ${id}`,
    icon: IconUser,
    name: `${firstname} ${lastname}`,
    detail: words.login(login),
    to: laboratoryId === null ? paths.person(id) : paths.personOf({ userId: id, laboratoryId }),
  });

/**
 * What a search found, as groups.
 *
 * @param laboratoryId - the own laboratory, for users who open it among all laboratories; null for others
 */
export function foundGroups(found: Found, laboratoryId: string | null): PaletteGroup[] {
  const { runs, samples, kits, lots, people } = found;
  return [
    { title: words.groups.runs, options: runs.found.map(runOption) },
    { title: words.groups.samples, options: sampleOptions(samples.found) },
    { title: words.groups.kits, options: [...kits.found.map(kitOption), ...lots.found.map(lotOption)] },
    { title: words.groups.people, options: people.found.map(personOption(laboratoryId)) },
  ];
}
