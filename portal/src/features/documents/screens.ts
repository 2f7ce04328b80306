/**
 * The screens of documents, loaded at once: whoever has opened one of them can go on writing when
 * the network is lost.
 */
export { load } from './load.ts';
export { DocumentsPage } from './documents-page.tsx';
export { EditDocumentPage } from './editor/editor-page.tsx';
export { DocumentPage } from './detail/document-page.tsx';
