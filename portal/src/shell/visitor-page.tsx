import type { ReactNode } from 'react';
import * as m from '#messages';
import { brand } from '../lib/brand.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { IconPhone } from '../ui/icons.ts';
import classes from './visitor-frame.module.css';

const pages = [
  { label: m.shell_visitor_about(), href: brand.links.aboutUs },
  { label: m.shell_visitor_howItWorks(), href: brand.links.howItWorks },
  { label: m.shell_visitor_stories(), href: brand.links.customerStories },
];

/** The frame around each page for signed-out visitors: a bar with links to the marketing site. */
export function VisitorPage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <a className="skip-link" href="#content">
        {m.shell_skipToContent()}
      </a>
      <header className={classes.bar}>
        <a className={classes.brand} href="/login">
          <BrandMark size={32} />
          {brand.name}
        </a>
        <nav className={classes.nav} aria-label={m.shell_visitor_site()}>
          {pages.map(({ label, href }) => (
            <a key={label} className={classes.link} href={href}>
              {label}
            </a>
          ))}
        </nav>
        <a className={classes.phone} href={brand.links.phone}>
          <IconPhone size={18} stroke={1.6} aria-hidden />
          <span className="numbers">{brand.phone}</span>
        </a>
        <a className={classes.start} href={brand.links.getStarted}>
          {m.shell_visitor_getStarted()}
        </a>
      </header>
      <main id="content" className={classes.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
