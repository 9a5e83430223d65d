export declare function formerWordIn(name: string): [word: string, term: string] | undefined;
export declare function formerPhraseIn(text: string): string | undefined;
