import { useEffect, useRef } from 'react';
import { BrandMark } from './brand-mark.tsx';
import classes from './splash.module.css';

/** Covers the whole page while the account changes under it. */
export function Splash({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} className={classes.splash} role="status" tabIndex={-1} data-testid="splash">
      <BrandMark size={48} />
      <p>{text}</p>
      <span className={classes.bar} aria-hidden />
    </div>
  );
}
