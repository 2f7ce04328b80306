import { Tabs } from '@mantine/core';
import { categoryTypes } from '@lintel/contract/training-constants';
import { useSession } from '../../../lib/session.ts';
import { Card } from '../../../ui/card.tsx';
import { ArrangeTab } from './arrange-tab.tsx';
import { typeLabels } from './category-values.ts';
import { mayChangeMaterials } from './training-access.ts';
import { WatchedTab } from './watched-tab.tsx';
import classes from './training.module.css';

/**
 * The same materials as contractors see them, one category below the other, and who watched them.
 */
export function ArrangeSection() {
  const mayChange = mayChangeMaterials(useSession());
  return (
    <Card bare>
      <Tabs defaultValue={categoryTypes[0]} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          {categoryTypes.map((type) => (
            <Tabs.Tab key={type} value={type}>
              {typeLabels[type]}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="watched">Who watched what</Tabs.Tab>
        </Tabs.List>
        {categoryTypes.map((type) => (
          <Tabs.Panel key={type} value={type} className={classes.tab ?? ''}>
            <ArrangeTab type={type} mayChange={mayChange} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="watched">
          <WatchedTab />
        </Tabs.Panel>
      </Tabs>
    </Card>
  );
}
