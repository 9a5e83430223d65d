let opened: string | null = null;

/** The kit that the editor showed last, whose row gets the focus when the list is shown again. */
export const lastOpenedKit = {
  set: (kitId: string): void => {
    opened = kitId;
  },
  /** @returns it once; null if there is none */
  take: (): string | null => {
    const taken = opened;
    opened = null;
    return taken;
  },
};
