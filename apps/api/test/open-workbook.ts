import Workbook from 'exceljs/lib/doc/workbook.js';

/** Opens an exported workbook. */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const workbook = new Workbook();
  // The library's Buffer type is from an older Node.
  await workbook.xlsx.load(Buffer.from(bytes) as unknown as ArrayBuffer);
  return workbook;
}
