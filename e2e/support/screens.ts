import type { Page } from '@playwright/test';
import { screens } from '../../portal/src/routes/screens.ts';

/** The first record that a list of the API gives. */
async function firstOf({ request }: Page, list: string): Promise<string> {
  const { data } = await (await request.get(`/api/v1${list}`)).json();
  return String(data[0].id);
}

/** Which record a screen with an id shows. A new screen of that kind needs a line here. */
const records: Readonly<Record<string, (page: Page) => Promise<string>>> = {
  customer: (page) => firstOf(page, '/customers'),
  document: (page) => firstOf(page, '/documents'),
  'document-edit': (page) => firstOf(page, '/documents?state=draft'),
  'reports-application': (page) => firstOf(page, '/reports-applications'),
  'manage-lead': () => Promise.resolve('5001'),
};

/** The addresses of all screens of the portal, of contractors or of staff. */
export async function pathsOfScreens(page: Page, whose: 'contractor' | 'staff'): Promise<string[]> {
  const paths: string[] = [];
  for (const { name, path } of screens) {
    if (path.startsWith('/manage') !== (whose === 'staff')) continue;
    if (!path.includes('$id')) paths.push(path);
    else if (records[name] === undefined) throw new Error(`Which record does ${name} show?`);
    else paths.push(path.replace('$id', await records[name](page)));
  }
  return paths;
}
