// A page outside of the app. A module of its own, because a test cannot replace the location of a window.

export function leaveFor(url: string): void {
  location.assign(url);
}
