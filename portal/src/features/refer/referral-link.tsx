import { useEffect, useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { copyText } from '../../lib/clipboard.ts';
import { IconBrandFacebook, IconCheck, IconCopy } from '../../ui/icons.ts';
import classes from './refer.module.css';

/** How long the button says that the link is copied, in milliseconds. */
const told = 2500;

const facebook = (url: string): string =>
  `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`;

/** The link to take along or to share. */
export function ReferralLink({ url }: { url: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), told);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <div className={classes.link}>
      <TextInput
        label="Your referral link"
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        className={classes.box ?? ''}
      />
      <div className={classes.buttons}>
        <Button
          leftSection={
            copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
          }
          onClick={() => void copyText(url).then(setCopied)}
        >
          {copied ? 'Copied!' : 'Copy link'}
        </Button>
        <Button
          component="a"
          href={facebook(url)}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconBrandFacebook size={18} aria-hidden />}
        >
          Share on Facebook
        </Button>
      </div>
    </div>
  );
}
