// Which keyboard the visitor has: Apple's has the Command key where others have Ctrl.

export function isApple(): boolean {
  const { userAgentData } = navigator as { userAgentData?: { platform?: string } };
  return /mac|iphone|ipad/i.test(userAgentData?.platform || navigator.platform);
}

/** What is held down for a command: '⌘' or 'Ctrl'. */
export const commandKey = () => (isApple() ? '⌘' : 'Ctrl');
