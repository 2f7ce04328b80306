import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { previewTemplate as endpoint } from '@lintel/contract/emails-queue';
import { call } from '../../../lib/api/call.ts';

/** It is asked with every pause in typing: what fails is shown where the preview stands. */
const previewTemplate = call<typeof endpoint>(
  { method: 'POST', path: '/manage/emails/templates/preview', encoding: 'form' },
  { handles: [500] },
);

export type Preview = Awaited<ReturnType<typeof previewTemplate>>;

export interface Draft {
  subject: string;
  body: string;
  /** The event's id, as the form holds it; empty when none is chosen. */
  usedFor: string;
  unsubscribe: boolean;
}

/** A draft in the shape that the calls take. */
export const draftBody = ({ usedFor, ...draft }: Draft) => ({
  ...draft,
  ...(usedFor !== '' && { usedFor }),
});

/** Stands for what is not written yet, so that the sample data can be asked for before. */
const nothing = '–';
const orNothing = (text: string): string => (text.trim() === '' ? nothing : text);

/** What a draft makes of sample data. While the next one is on its way, the last one stays. */
export const previewQuery = (draft: Draft) =>
  queryOptions({
    queryKey: ['emails', 'preview', draft],
    queryFn: ({ signal }) => {
      const { subject, body, ...others } = draftBody(draft);
      return previewTemplate(
        { body: { subject: orNothing(subject), body: orNothing(body), ...others } },
        { signal },
      );
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  });
