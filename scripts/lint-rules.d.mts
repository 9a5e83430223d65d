export declare function formerWordIn(name: string): [word: string, term: string] | undefined;
