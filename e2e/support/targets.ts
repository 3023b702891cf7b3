// Target size: 24 by 24 px, or enough space around the target (WCAG 2.5.8).
import type { Page } from '@playwright/test';

const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option], [role=menuitem], [role=tab], [role=switch], [role=checkbox], [role=radio], [role=slider], [tabindex="0"]';

/** Every visible control whose target is smaller and not covered by the spacing exception. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((controls) => {
    const LEAST = 24;
    interface Target {
      element: HTMLElement;
      box: { left: number; right: number; top: number; bottom: number };
    }
    const union = (one: Target['box'], other: Target['box']) => ({
      left: Math.min(one.left, other.left),
      right: Math.max(one.right, other.right),
      top: Math.min(one.top, other.top),
      bottom: Math.max(one.bottom, other.bottom),
    });
    /** The invisible margin around a control accepts clicks too. */
    const worn = (element: HTMLElement): Target['box'] => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      const margin = getComputedStyle(element, '::after');
      const fills = [margin.left, margin.right, margin.top, margin.bottom].every((side) => side === '0px');
      // A link that covers its whole card.
      if (
        margin.position === 'absolute' &&
        fills &&
        getComputedStyle(element).position === 'static' &&
        element.offsetParent
      )
        return element.offsetParent.getBoundingClientRect();
      if (margin.content !== 'none' && margin.position === 'absolute' && margin.pointerEvents !== 'none') {
        const out = (side: string) => Math.max(0, -Number.parseFloat(side) || 0);
        left -= out(margin.left);
        right += out(margin.right);
        top -= out(margin.top);
        bottom += out(margin.bottom);
      }
      return { left, right, top, bottom };
    };
    const targets: Target[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(controls)) {
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
      if (element.closest('[inert], [aria-hidden=true]') || element.matches(':disabled, [aria-disabled=true]'))
        continue;
      // An open dialog blocks everything under it.
      const dialog = document.querySelector('[role=dialog][data-state=open]');
      if (dialog && document.querySelector('[data-aria-hidden=true]') && !dialog.contains(element)) continue;
      const style = getComputedStyle(element);
      let box = worn(element);
      // Visible to screen readers only (sr-only), with its target elsewhere.
      if (style.clipPath === 'inset(50%)' || box.right - box.left <= 1 || box.bottom - box.top <= 1) continue;
      // Exception: within a sentence the line height limits the target.
      const within = element.parentElement;
      if (style.display === 'inline' && within && within.textContent?.trim() !== element.textContent?.trim()) continue;
      // Exception: rendered by the browser (the select of react-day-picker covers its label).
      for (const label of (element as HTMLInputElement).labels ?? []) {
        if (label.contains(element)) box = union(box, label.getBoundingClientRect());
      }
      targets.push({ element, box });
    }
    const size = ({ left, right, top, bottom }: Target['box']) => ({ width: right - left, height: bottom - top });
    const small = ({ box }: Target) => {
      const { width, height } = size(box);
      return Math.round(width) < LEAST || Math.round(height) < LEAST;
    };
    const centre = ({ left, right, top, bottom }: Target['box']) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
    /**
     * Spacing: a circle of 24 px around the centre of a small target touches no other target and no other such circle.
     */
    const crowded = (one: Target) =>
      targets.some((other) => {
        if (other === one || other.element.contains(one.element) || one.element.contains(other.element)) return false;
        const { x, y } = centre(one.box);
        const near = {
          x: Math.max(other.box.left, Math.min(x, other.box.right)),
          y: Math.max(other.box.top, Math.min(y, other.box.bottom)),
        };
        if (Math.hypot(x - near.x, y - near.y) < LEAST / 2) return true;
        const there = centre(other.box);
        return small(other) && Math.hypot(x - there.x, y - there.y) < LEAST;
      });
    return targets
      .filter((one) => small(one) && crowded(one))
      .map(({ element, box }) => {
        const { width, height } = size(box);
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
        return `${element.tagName.toLowerCase()} "${name || element.getAttribute('name')}" is ${Math.round(width)} × ${Math.round(height)} px`;
      });
  }, CONTROLS);
}
