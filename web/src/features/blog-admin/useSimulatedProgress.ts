// Simulated progress while saving: 10 % every half second up to 90 % (document 2 §2, §9).
import { useEffect, useState } from 'react';

export const STEP = 10;
export const STEP_MS = 500;
export const MAX_PERCENT = 90;

/** Percent; 0 while nothing runs. */
export function useSimulatedProgress(running: boolean): number {
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setPercent((now) => Math.min(MAX_PERCENT, now + STEP)), STEP_MS);
    return () => {
      clearInterval(timer);
      setPercent(0);
    };
  }, [running]);
  return percent;
}
