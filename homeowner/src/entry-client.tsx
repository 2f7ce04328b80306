import { hydrateRoot } from 'react-dom/client';
import type { IslandData } from './application/island-data.ts';
import { ApplicationIsland } from './application/island.tsx';
import './fonts.css';

// Only the form comes to life; everything else on the page is plain HTML.
const data = document.getElementById('island')?.textContent;
const target = document.getElementById('application');
if (data && target) {
  const island: IslandData = JSON.parse(data);
  hydrateRoot(target, <ApplicationIsland {...island} />);
}
