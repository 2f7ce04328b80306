import type { Page } from '@playwright/test';
import { screens } from '../../portal/src/routes/screens.ts';

/** The id of the first record in an API list. */
async function firstId({ request }: Page, list: string): Promise<string> {
  const { data } = await (await request.get(`/api/v1${list}`)).json();
  return String(data[0].id);
}

/** The record for a screen with an id. A new screen of this kind needs a line here. */
const records: Readonly<Record<string, (page: Page) => Promise<string>>> = {
  customer: (page) => firstId(page, '/customers'),
  document: (page) => firstId(page, '/documents'),
  'document-edit': (page) => firstId(page, '/documents?state=draft'),
  'reports-application': (page) => firstId(page, '/reports-applications'),
  'manage-lead': () => Promise.resolve('5001'),
};

/** The paths of all portal screens, for contractors or staff. */
export async function screenPaths(page: Page, whose: 'contractor' | 'staff'): Promise<string[]> {
  const paths: string[] = [];
  for (const { name, path } of screens) {
    if (path.startsWith('/manage') !== (whose === 'staff')) continue;
    if (!path.includes('$id')) paths.push(path);
    else if (records[name] === undefined) throw new Error(`Which record does ${name} show?`);
    else paths.push(path.replace('$id', await records[name](page)));
  }
  return paths;
}
