import type { Pdf } from './pdf-text.ts';

/** A page of the library, whose types lack these methods. */
interface WrittenPage {
  write(operators: string | Uint8Array): void;
  end(): void;
}

/**
 * Collects the operators of each page as one text; the written bytes are the same. The library keeps every operator as an
 * array of its own: a quarter of a million for 384 wells in two channels, which take 160 MB and a seventh of the time.
 */
export function gatherOperators(pdf: Pdf): void {
  const currentPage = () => pdf.page as unknown as WrittenPage;
  let settleFormer = gatherPage(currentPage());
  pdf.on('pageAdded', () => {
    settleFormer();
    settleFormer = gatherPage(currentPage());
  });
}

/** Returns a function that writes the operators collected so far. The header and footer follow later. */
function gatherPage(page: WrittenPage): () => void {
  const write = page.write.bind(page);
  const end = page.end.bind(page);
  let operators = '';
  const settle = () => {
    if (operators !== '') write(Buffer.from(operators, 'latin1'));
    operators = '';
  };
  page.write = (added) => {
    operators += typeof added === 'string' ? `${added}\n` : Buffer.from(added).toString('latin1');
  };
  page.end = () => {
    settle();
    end();
  };
  return settle;
}
