import { useSession } from '../../../lib/session.ts';
import { CategoriesCard } from './categories-card.tsx';
import { MaterialsCard } from './materials-card.tsx';
import { mayChangeMaterials } from './training-access.ts';
import classes from './training.module.css';

/** What contractors learn from, as two lists: categories, and the materials in them. */
export function MaterialsSection() {
  const mayChange = mayChangeMaterials(useSession());
  return (
    <div className={classes.cards}>
      <CategoriesCard mayChange={mayChange} />
      <MaterialsCard mayChange={mayChange} />
    </div>
  );
}
