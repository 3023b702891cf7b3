// What stands in a picture's frame while it loads: the copy that was shown elsewhere before, or a few pixels, blurred.

const TINY = /^data:image\/webp;base64,[A-Za-z0-9+/=]+$/;

/** The file that was fetched for a picture last, by the picture's address. */
const fetched = new Map<string, string>();

export function noteFetched(src: string, file: string) {
  fetched.set(src, file);
}

/** For `background-image`; none where nothing is known of the picture. */
export function placeholderOf(src: string, tiny: string | undefined, whole: boolean): string | undefined {
  const before = fetched.get(src);
  if (before) return `url(${JSON.stringify(before)})`;
  return tiny && TINY.test(tiny) ? `url("${blurred(tiny, whole)}")` : undefined;
}

/** As an image of its own, so that the blur needs no element beside the picture; it fills what the picture will fill. */
function blurred(tiny: string, whole: boolean): string {
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg'><filter id='b' x='0' y='0' width='100%' height='100%' ` +
    `color-interpolation-filters='sRGB'><feGaussianBlur stdDeviation='16'/><feComponentTransfer>` +
    // Without this the edges would fade into the page.
    `<feFuncA type='discrete' tableValues='1 1'/></feComponentTransfer></filter><image width='100%' height='100%' ` +
    `preserveAspectRatio='xMidYMid ${whole ? 'meet' : 'slice'}' filter='url(#b)' href='${tiny}'/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
