// What only the operator of the server changes, in the settings file, its environment or by flags.
import { useState } from 'react';
import { Accordion, AccordionItem } from '../../ui/Accordion';
import type { OperatorSetting } from './settings';

/** `isOpen`: the settings found by a search are visible without another click. */
export function OperatorSettings({ settings, isOpen }: { settings: readonly OperatorSetting[]; isOpen: boolean }) {
  const [opened, setOpened] = useState<string[]>([]);
  return (
    <Accordion
      type="multiple"
      value={isOpen ? ['operator'] : opened}
      onValueChange={isOpen ? undefined : setOpened}
      className="mt-6"
    >
      <AccordionItem value="operator" headLevel={2} head="Settings of the operator (read-only)">
        <dl className="grid gap-3">
          {settings.map(({ name, help, value, isSecret, isSet, setIn }) => (
            <div key={name}>
              <dt className="wrap-anywhere font-medium text-sm">{name}</dt>
              <dd className="wrap-anywhere text-sm">
                {isSecret && isSet ? 'Set, and not shown' : (value ?? 'Not set')}
                {setIn && <span className="text-ink-soft"> ({setIn})</span>}
              </dd>
              <dd className="text-ink-soft text-xs">{help}</dd>
            </div>
          ))}
        </dl>
      </AccordionItem>
    </Accordion>
  );
}
