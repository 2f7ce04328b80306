export { useItemDrag, useItemList, type ItemList } from './use-item-list.ts';
