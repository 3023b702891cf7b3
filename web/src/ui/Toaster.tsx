// Toasts: 4 seconds, at most 3 visible, 356 px wide, 14 px apart (document 1 §9). Shown by `toast` of lib/toast.ts.
import { useEffect, useState } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { useTheme } from '../lib/theme';
import { connectToaster } from '../lib/toast';

export const TOAST_MS = 4000;
const HEADER_PX = 76;
/** A toast stays while hovered, so it must not cover the buttons of a bottom bar. */
const ABOVE_BAR_PX = 88;

/** At the top on phones, because at the bottom toasts would cover the button of a sheet or the price bar. */
function usePlace() {
  const [phone] = useState(() => window.matchMedia('(max-width: 600px)').matches);
  return phone ? 'top-center' : 'bottom-right';
}

export function Toaster() {
  // In an effect, because the rendered Sonner listens by then.
  useEffect(() => connectToaster(toast), []);
  return (
    <Sonner
      duration={TOAST_MS}
      visibleToasts={3}
      gap={14}
      position={usePlace()}
      offset={{ bottom: ABOVE_BAR_PX, right: 24 }}
      mobileOffset={{ top: HEADER_PX, left: 16, right: 16 }}
      theme={useTheme()}
      closeButton
      containerAriaLabel="Messages"
      toastOptions={{
        style: {
          width: 356,
          maxWidth: 'calc(100vw - 2rem)',
          background: 'var(--color-raised)',
          color: 'var(--color-ink)',
          borderColor: 'var(--color-line)',
          borderRadius: 'var(--radius-lg)',
          boxShadow: 'var(--shadow-float)',
          fontFamily: 'var(--font-sans)',
          fontSize: 'var(--text-sm)',
        },
        classNames: {
          success: '[&_[data-icon]]:text-juniper',
          error: '[&_[data-icon]]:text-danger',
          warning: '[&_[data-icon]]:text-marigold-ink',
          info: '[&_[data-icon]]:text-glacier',
          description: 'text-ink-soft!',
          // Toasts behind the first are scaled down, but their close button must stay 24 px (WCAG 2.2, 2.5.8).
          closeButton: 'size-7!',
          actionButton: 'min-h-8! bg-ink! text-paper! font-semibold!',
        },
      }}
    />
  );
}
