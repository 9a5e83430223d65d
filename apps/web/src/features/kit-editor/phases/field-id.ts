/** Of the field that an issue is about: a zone's first, or the threshold of its phase. */
export const fieldId = (phase: string, zone: number | null): string => `kit-${phase}-${zone ?? 'phase'}`;
