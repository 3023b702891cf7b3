// Detects the keyboard: Apple keyboards have the Command key instead of Ctrl.

export function isApple(): boolean {
  const { userAgentData } = navigator as { userAgentData?: { platform?: string } };
  return /mac|iphone|ipad/i.test(userAgentData?.platform || navigator.platform);
}

/** Modifier key of shortcuts: '⌘' or 'Ctrl'. */
export const commandKey = () => (isApple() ? '⌘' : 'Ctrl');
