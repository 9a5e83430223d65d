import type { ReviewWell } from './review-wells.ts';

/** Properties that wells are filtered by. Only one kit, version and buffer are shown at a time. */
export type KitLevel = 'kit' | 'kitVersion' | 'reactionBuffer';
const KIT_LEVELS: readonly KitLevel[] = ['kit', 'kitVersion', 'reactionBuffer'];

export interface KitChoice {
  readonly level: KitLevel;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  /** The only choice, or the chosen one. */
  readonly value: string | null;
}

const levelOf = (level: KitLevel, { well }: ReviewWell): { id: string; name: string } | null => {
  switch (level) {
    case 'kit':
      return well.kitVersion?.kit ?? null;
    case 'kitVersion':
      return well.kitVersion && { id: well.kitVersion.id, name: well.kitVersion.version };
    case 'reactionBuffer':
      return well.reactionBuffer;
  }
};

/**
 * The three filters over a set of wells, each narrowed by the previous ones, and the remaining wells. A
 * filter with a single option is preset.
 */
export function filterByKit(
  wells: readonly ReviewWell[],
  chosen: Partial<Record<KitLevel, string>>,
): {
  readonly choices: readonly KitChoice[];
  readonly undecided: KitLevel | null;
  readonly wells: readonly ReviewWell[];
} {
  const choices: KitChoice[] = [];
  let undecided: KitLevel | null = null;
  let passing = wells;
  for (const level of KIT_LEVELS) {
    const options = new Map(
      passing.flatMap((well) => {
        const option = levelOf(level, well);
        return option ? [[option.id, option] as const] : [];
      }),
    );
    const wanted = chosen[level];
    const value =
      options.size === 1
        ? ([...options.keys()][0] ?? null)
        : wanted !== undefined && options.has(wanted)
          ? wanted
          : null;
    choices.push({ level, options: [...options.values()], value });
    if (value === null && options.size > 1) undecided ??= level;
    if (value !== null) passing = passing.filter((well) => levelOf(level, well)?.id === value);
  }
  return { choices, undecided, wells: undecided === null ? passing : [] };
}
