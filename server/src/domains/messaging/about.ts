/**
 * What a message is about, as stored with it: the row by its id, and which of the row's messages it is.
 *
 * - `application`: for the contractor, about an application.
 * - `homeowner`: for the homeowner of an application.
 * - `document`: an estimate or invoice for its customer; `part` is what was sent of it.
 * - `document-answer`: for the contractor, the customer's answer to a document.
 * - `link`: a link to apply; `part` is the number of the send.
 */
export type AboutKind = 'application' | 'homeowner' | 'document' | 'document-answer' | 'link';

export interface MessageAbout {
  kind: AboutKind;
  id: number;
  part?: number;
}

/** The columns that hold it. */
export interface AboutColumns {
  aboutKind: AboutKind | null;
  aboutId: number | null;
  aboutPart: number | null;
}

export const aboutColumns = (about: MessageAbout | undefined): AboutColumns => ({
  aboutKind: about?.kind ?? null,
  aboutId: about?.id ?? null,
  aboutPart: about?.part ?? null,
});

/** What a stored message is about; null for a message about no row. */
export const aboutOf = ({ aboutKind, aboutId, aboutPart }: AboutColumns): MessageAbout | null =>
  aboutKind === null || aboutId === null
    ? null
    : { kind: aboutKind, id: aboutId, ...(aboutPart !== null && { part: aboutPart }) };
