// Shows hover and focus styles without a pointer: repeats every rule with :hover or :focus-visible for the classes
// is-hover and is-focus, in the same layer to keep the order of the rules.

function restated(rules: CSSRuleList): string {
  let text = '';
  for (const rule of rules) {
    if (rule instanceof CSSLayerBlockRule) text += `@layer ${rule.name}{${restated(rule.cssRules)}}`;
    else if (/:hover|:focus-visible/.test(rule.cssText)) {
      text += rule.cssText.replaceAll(':hover', '.is-hover').replaceAll(':focus-visible', '.is-focus');
    }
  }
  return text;
}

export function forceStates(): () => void {
  const sheet = document.createElement('style');
  sheet.textContent = [...document.styleSheets].map((one) => restated(one.cssRules)).join('');
  document.head.append(sheet);
  return () => sheet.remove();
}
