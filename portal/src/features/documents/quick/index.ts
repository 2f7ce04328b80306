export type { DocumentDraft } from './document-draft.ts';
export { loadDraft } from './use-draft.ts';
export { ItemButton, itemFieldLook, ItemLine } from './item-line.tsx';
export { ItemTable } from './item-table.tsx';
