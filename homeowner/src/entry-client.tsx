import { hydrateRoot } from 'react-dom/client';
import type { IslandData } from './application/island-data.ts';
import { ApplicationIsland } from './application/island.tsx';
import { typedInto } from './application/typed.ts';
import './fonts.css';
import { language, speakAs } from './language.ts';

speakAs(document);
// While developing the texts of all languages are there; a build has those of its own alone.
if (import.meta.env.DEV) {
  const { overwriteGetLocale } = await import('../dist/messages/runtime.js');
  overwriteGetLocale(language);
}

// A page for browsers without scripts says where the others go.
const alive = document.querySelector<HTMLElement>('[data-alive]')?.dataset['alive'];
if (alive !== undefined) location.replace(alive);

// Only the form comes to life; everything else on the page is plain HTML.
const data = document.getElementById('island')?.textContent;
const target = document.getElementById('application');
if (data && target) {
  const island: IslandData = JSON.parse(data);
  const form = target.querySelector('form');
  hydrateRoot(target, <ApplicationIsland {...island} typed={form ? typedInto(form) : {}} />);
}

// The link of a message stands behind the hash, and goes along to the other language.
for (const link of document.querySelectorAll<HTMLAnchorElement>('a.language'))
  link.addEventListener('click', () => (link.hash = location.hash));
