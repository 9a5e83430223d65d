/** On every page and in every row of a run that leaves the laboratory though it is not what was signed. */
export const CHANGED_NOTICE = 'NOT WHAT WAS SIGNED';

export const CHANGED_SENTENCE = 'This run is not what was signed: its history says what differs.';

/** Why nothing of it leaves the laboratory. */
export const CHANGED_NOT_SENT = `${CHANGED_SENTENCE} By the rules of your laboratory it is neither exported nor sent.`;
