export type { DocumentDraft } from './document-draft.ts';
export { keptDraft } from './use-draft.ts';
export { useItemDrag, useItemList, type ItemList } from './use-item-list.ts';
