import { act, screen, waitFor } from '@testing-library/react';
import { EditorView } from '@codemirror/view';
import {
  type FlyerTemplate,
  type SocialTemplate,
  listFlyerTemplates,
  listSocialTemplates,
  readSocialTemplateFile,
} from '@lintel/contract/marketing/templates';
import { readSetting } from '@lintel/contract/core/settings';
import type { FlyerSetting } from '@lintel/contract/marketing/flyer-setting';
import { shownToasts } from './toasts.ts';
import { openScreen } from './render-portal.tsx';
import { answer, file } from './server.ts';
import { privileges, staff } from './sessions.ts';
import { agreement, answerOtherSections } from './settings.ts';

const words = {
  settings: 'manage-settings:access',
  changes: 'manage-settings:modify',
  images: 'marketing-materials:manage_access',
  imageChanges: 'marketing-materials:manage_modify',
};
type Held = keyof typeof words;
const everything = Object.keys(words) as Held[];

export const flyer = (change: Partial<FlyerTemplate> = {}): FlyerTemplate => ({
  id: 41,
  title: 'Front Door',
  description: 'An evening at home',
  body: '<h1>{{ company.name }}</h1>\n<p>By the month</p>',
  previewImageFrontSide: '/api/v1/media/front.png',
  previewImageBackSide: '/api/v1/media/back.png',
  version: 3,
  inUse: true,
  ...change,
});

export const otherFlyer = flyer({
  id: 42,
  title: 'Kitchen Table',
  description: '',
  body: '<p>Tea</p>',
  inUse: false,
});

export const image = (change: Partial<SocialTemplate> = {}): SocialTemplate => ({
  id: 71,
  title: 'By the Month',
  socialMedia: 'facebook',
  contentType: 'cover',
  body: '<b>{{ company.name }}</b>',
  previewImage: '/api/v1/social-media-image-template/71/file?v=ab12',
  version: 5,
  engine: 'takumi',
  engineReason: null,
  ...change,
});

export const storyImage = image({
  id: 72,
  title: 'Long Story',
  socialMedia: 'instagram',
  contentType: 'story',
});

export const flyerSetting = (change: Partial<FlyerSetting> = {}) => ({
  paramId: 6,
  paramName: 'FlyerTemplate' as const,
  paramVal: JSON.stringify({
    contractorId: null,
    templateId: 41,
    lastUpdated: {
      demoData: { userName: 'Robin Ortiz', date: '2026-03-03T18:00:00.000Z' },
      flyerTemplate: { 41: { userName: 'Sam Rivera', date: '2026-03-04T18:00:00.000Z' } },
      socialMediaImageTemplates: {
        71: { userName: 'Dana Whitfield', date: '2026-03-05T18:00:00.000Z' },
      },
    },
    demoData: '{\n  "company": { "name": "Summit Roofing LLC" }\n}',
    ...change,
  }),
  userId: 1,
  userName: 'Avery Quinn',
  email: 'admin@demo.test',
  lastEdit: '2026-03-05T18:00:00.000Z',
});

export const png = (): Response => file('image/png', 'PNG');

export async function openSettings(
  held: readonly Held[] = everything,
  prepare: () => void = () => undefined,
) {
  URL.createObjectURL = () => 'blob:made';
  URL.revokeObjectURL = () => undefined;
  const view = await openScreen('/', staff(privileges(...held.map((name) => words[name]))));
  answerOtherSections();
  answer(readSetting, (request) =>
    request.url.includes('FlyerTemplate') ? flyerSetting() : agreement,
  );
  answer(listFlyerTemplates, { data: [flyer(), otherFlyer] });
  answer(listSocialTemplates, { data: [image(), storyImage] });
  answer(readSocialTemplateFile, png);
  prepare();
  await act(() => view.router.navigate({ href: '/manage/settings' }));
  await screen.findByRole('heading', { name: 'Marketing materials' });
  await screen.findByRole('radio', { name: 'Front Door' });
  return view;
}

/** The editor's field, after its code has loaded. */
export const codeField = (name = 'HTML code'): Promise<HTMLElement> =>
  screen.findByRole('textbox', { name });

const editor = async (name?: string): Promise<EditorView> => {
  const found = EditorView.findFromDOM(await codeField(name));
  if (found === null) throw new Error('There is no editor');
  return found;
};

export const readCode = async (name?: string): Promise<string> =>
  (await editor(name)).state.doc.toString();

/** Replaces the code with `insert`. */
export async function writeCode(insert: string, name?: string): Promise<void> {
  const view = await editor(name);
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }));
}

export const lastToast = () => shownToasts().at(-1);
export const expectToast = (message: string): Promise<void> =>
  waitFor(() => expectEqual(lastToast()?.message, message));

function expectEqual(given: unknown, wanted: unknown): void {
  if (given !== wanted)
    throw new Error(`The last message is ${JSON.stringify(given)}, not ${JSON.stringify(wanted)}`);
}
