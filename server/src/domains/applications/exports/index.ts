export { askForExport, exportReport, type ExportDeps } from './export.ts';
export { largeExports, type LargeExportDeps } from './large/index.ts';
export { exportCells, exportColumns } from './rows.ts';
