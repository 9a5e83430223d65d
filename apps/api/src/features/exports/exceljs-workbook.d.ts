/** The part of exceljs that writes a workbook in memory, without streams, zip files and file access. */
declare module 'exceljs/lib/doc/workbook.js' {
  import { Workbook } from 'exceljs';

  export default Workbook;
}
