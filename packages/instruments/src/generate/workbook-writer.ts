/** The only file that knows exceljs: it writes workbooks and never reads one. */
import exceljs from 'exceljs';

export interface WrittenSheet {
  readonly name: string;
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export async function writeXlsx(sheets: readonly WrittenSheet[]): Promise<Uint8Array> {
  const workbook = new exceljs.Workbook();
  workbook.created = new Date(0);
  workbook.modified = new Date(0);
  for (const { name, rows } of sheets) {
    const sheet = workbook.addWorksheet(name);
    for (const row of rows) sheet.addRow(row);
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}
