import Workbook from 'exceljs/lib/doc/workbook.js';

/** An exported workbook. */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const workbook = new Workbook();
  // The library's own Buffer type is that of an older Node.
  await workbook.xlsx.load(Buffer.from(bytes) as unknown as ArrayBuffer);
  return workbook;
}
