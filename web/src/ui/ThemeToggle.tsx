// Toggle between light, dark and the system's theme.
import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, THEMES, type Theme, useTheme } from '../lib/theme';
import { Segmented } from './Toggle';

const LOOKS: Record<Theme, { name: string; Icon: typeof Sun }> = {
  light: { name: 'Light', Icon: Sun },
  dark: { name: 'Dark', Icon: Moon },
  system: { name: 'System', Icon: Monitor },
};

/** `small` shows the icons only. */
export function ThemeToggle({ small = false, className }: { small?: boolean; className?: string }) {
  return (
    <Segmented
      label="Theme"
      size={small ? 'sm' : 'md'}
      value={useTheme()}
      onChange={chooseTheme}
      options={THEMES.map((value) => {
        const { name, Icon } = LOOKS[value];
        return {
          value,
          title: name,
          label: (
            <>
              <Icon aria-hidden className="size-4" strokeWidth={1.75} />
              <span className={small ? 'sr-only' : undefined}>{name}</span>
            </>
          ),
        };
      })}
      className={className}
    />
  );
}
