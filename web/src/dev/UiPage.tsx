// /dev/ui: every component in every state, for developers. routes.tsx excludes it from the release build.
import { useEffect } from 'react';
import { PageTitle } from '../pages/PageTitle';
import { ThemeToggle } from '../ui/ThemeToggle';
import { Controls } from './Controls';
import { forceStates } from './forced-states';
import { Surfaces } from './Surfaces';
import { Tokens } from './Tokens';

const PARTS = [
  ['colours', 'Colours'],
  ['type', 'Type'],
  ['space', 'Space'],
  ['icons', 'Icons'],
  ['buttons', 'Buttons'],
  ['fields', 'Fields'],
  ['choices', 'Choices'],
  ['floating', 'Floating'],
  ['leading', 'Leading on'],
  ['telling', 'Telling'],
  ['tables', 'Tables'],
  ['pictures', 'Pictures'],
];

export function UiPage() {
  useEffect(forceStates, []);
  return (
    <div className="page-width pt-8 pb-16">
      <PageTitle>Components</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-4xl">Every component in every state</h1>
        <ThemeToggle />
      </div>
      <nav aria-label="Parts" className="mt-4 mb-8">
        <ul className="flex flex-wrap gap-x-1">
          {PARTS.map(([id, label]) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center rounded-sm px-3 text-glacier hover:bg-stone"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Tokens />
      <Controls />
      <Surfaces />
    </div>
  );
}
