/** The part of exceljs that is loaded: what writes a workbook in memory, without streams, archives and files. */
declare module 'exceljs/lib/doc/workbook.js' {
  import { Workbook } from 'exceljs';

  export default Workbook;
}
