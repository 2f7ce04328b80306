import { hydrateRoot } from 'react-dom/client';
import type { IslandData } from './application/island-data.ts';
import { ApplicationIsland } from './application/island.tsx';
import { readForm } from './application/typed-input.ts';
import './fonts.css';
import { language, setLanguage } from './language.ts';

setLanguage(document);
// In development the texts of all languages are loaded; a build has only its own.
if (import.meta.env.DEV) {
  const { overwriteGetLocale } = await import('../dist/messages/runtime.js');
  overwriteGetLocale(language);
}

// A page for browsers without scripts redirects the others.
const alive = document.querySelector<HTMLElement>('[data-alive]')?.dataset['alive'];
if (alive !== undefined) location.replace(alive);

// Only the form becomes interactive; everything else on the page is plain HTML.
const data = document.getElementById('island')?.textContent;
const target = document.getElementById('application');
if (data && target) {
  const island: IslandData = JSON.parse(data);
  const form = target.querySelector('form');
  hydrateRoot(target, <ApplicationIsland {...island} typed={form ? readForm(form) : {}} />);
}

// A message's link is in the URL fragment, and the language switch keeps it.
for (const link of document.querySelectorAll<HTMLAnchorElement>('a.language'))
  link.addEventListener('click', () => (link.hash = location.hash));
