import { useState } from 'react';
import { Tabs } from '@mantine/core';
import { socialNetworks, type ContentType } from '@lintel/contract/marketing-constants';
import { useSession } from '../../../lib/session.ts';
import { Card } from '../../../ui/card.tsx';
import { Gallery } from './gallery.tsx';
import classes from './social.module.css';

/** The designs by network and type; a network starts with its first type. */
export function SocialImages({ pageId }: { pageId: number }) {
  const { user } = useSession();
  const [chosen, choose] = useState('facebook');
  const [type, setType] = useState<ContentType>('cover');
  const network = socialNetworks.find(({ key }) => key === chosen) ?? socialNetworks[0];
  const change = (key: string | null): void => {
    const next = socialNetworks.find((one) => one.key === key);
    if (next === undefined) return;
    choose(next.key);
    setType(next.types[0]);
  };
  return (
    <Card bare>
      <Tabs value={network.key} onChange={change}>
        <Tabs.List className={classes.networks ?? ''} aria-label="Network">
          {socialNetworks.map(({ key, label }) => (
            <Tabs.Tab key={key} value={key}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={network.key} className={classes.panel ?? ''}>
          <Tabs
            value={type}
            onChange={(next) => setType(next as ContentType)}
            variant="pills"
            keepMounted={false}
          >
            <Tabs.List className={classes.types ?? ''} aria-label="Type of content">
              {network.types.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {one}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={type}>
              <Gallery
                choice={{ socialMedia: network.key, contentType: type, pageId, userId: user.id }}
              />
            </Tabs.Panel>
          </Tabs>
        </Tabs.Panel>
      </Tabs>
    </Card>
  );
}
