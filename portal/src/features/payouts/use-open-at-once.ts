import { useEffect, useRef } from 'react';
import { useNavigate } from '@tanstack/react-router';

/** Opens something once when the address asks for it, and takes the wish off the address. */
export function useOpenAtOnce(wanted: boolean, open: () => void): void {
  const navigate = useNavigate();
  const done = useRef(false);
  useEffect(() => {
    if (!wanted || done.current) return;
    done.current = true;
    open();
    void navigate({ to: '/payout-tax', search: {}, replace: true, resetScroll: false });
  });
}
