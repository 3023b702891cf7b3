// Countdown in seconds, based on the clock, so that it is correct in a suspended tab. A new `key` restarts it.
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

export function useCountdown(seconds: number, onEnd?: () => void): number {
  const [end] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  const ended = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    const tick = () => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) {
        clearInterval(timer);
        ended();
      }
    };
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [end]);
  return left;
}

export function Countdown({
  seconds,
  onEnd,
  children,
}: {
  seconds: number;
  onEnd?: () => void;
  children: (left: number) => ReactNode;
}) {
  return <span className="figures">{children(useCountdown(seconds, onEnd))}</span>;
}
