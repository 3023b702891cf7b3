// Error states show the reference of the failure that they are about.
import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { keepReference } from '../lib/reference';
import { DeskFailed } from './DeskFailed';
import { ErrorState } from './States';

const states = [
  ['the error state of a page', () => <ErrorState title="Failed" />],
  ['the error state of a desk list', () => <DeskFailed title="Failed" onRetry={() => {}} retrying={false} />],
] as const;

afterEach(() => keepReference(0, null));

describe.each(states)('%s', (_, State) => {
  it('shows the reference of a defect, also after another call failed', () => {
    keepReference(500, '01a2-b317');
    const { rerender } = render(<State />);
    keepReference(500, '99ff-0000');
    rerender(<State />);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed');
    expect(screen.getByRole('alert')).toHaveTextContent('Reference: 01a2-b317');
  });

  it('shows none for a failure that is not a defect of the server', () => {
    keepReference(503, '01a2-b317');
    render(<State />);
    expect(screen.getByRole('alert')).not.toHaveTextContent('Reference');
  });
});
