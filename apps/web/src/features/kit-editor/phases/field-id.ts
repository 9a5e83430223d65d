/** Id of the field that an issue refers to: the first field of a zone, or the threshold of a phase. */
export const fieldId = (phase: string, zone: number | null): string => `kit-${phase}-${zone ?? 'phase'}`;
