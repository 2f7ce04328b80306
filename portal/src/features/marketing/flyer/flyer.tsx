import type { MaterialsPage } from '../api/get-materials.ts';
import { FlyerCard } from './flyer-card.tsx';
import { FlyerPreview } from './flyer-preview.tsx';
import classes from './flyer.module.css';

interface Props {
  contractorId: number;
  page: MaterialsPage;
}

/** Both sides of a page's flyer, and what it says. */
export function Flyer({ contractorId, page }: Props) {
  return (
    <div className={classes.flyer}>
      <FlyerPreview contractorId={contractorId} page={page} />
      <FlyerCard contractorId={contractorId} page={page} />
    </div>
  );
}
