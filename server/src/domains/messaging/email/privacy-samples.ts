import type { EventData } from './event-data.ts';

export const privacySamples = (
  { user, company }: Pick<EventData['privacy-removed'], 'user' | 'company'>,
  at: (path: string) => string,
) => ({
  'privacy-link': {
    to: 'nora@homeowner.example',
    link: at('/privacy/sample'),
    expiresIn: '24 hours',
    company,
    request: { kind: 'Copy of the data' },
  },
  'privacy-news': {
    to: 'nora@homeowner.example',
    news: {
      title: 'The copy of your data is ready',
      lines: ['You asked for a copy of the data we hold about you.', 'The link works for 14 days.'],
    },
    link: at('/privacy/copy/sample'),
    button: 'Get my copy',
  },
  'privacy-link-es': {
    to: 'nora@homeowner.example',
    link: at('/privacy/sample'),
    expiresIn: '24 horas',
    company,
    request: { kind: 'Copia de los datos' },
  },
  'privacy-news-es': {
    to: 'nora@homeowner.example',
    news: {
      title: 'La copia de sus datos está lista',
      lines: [
        'Usted pidió una copia de lo que tenemos sobre usted.',
        'El enlace funciona durante 14 días.',
      ],
    },
    link: at('/privacy/copy/sample'),
    button: 'Descargar mi copia',
  },
  'privacy-removed': {
    user,
    company,
    link: at('/reports-applications'),
    removed: { name: 'Nora Quill', applications: '1042, 1077', on: 'March 5, 2026' },
  },
  'privacy-due': {
    user,
    request: { id: 104, kind: 'Deletion', due: 'March 12, 2026' },
    link: at('/manage/privacy'),
  },
});
