// Placeholder of a loading picture: a copy that was shown before, or a blurred preview.

const TINY = /^data:image\/webp;base64,[A-Za-z0-9+/=]+$/;

/** The file loaded last for each picture, keyed by the picture's URL. */
const fetched = new Map<string, string>();

export function rememberFile(src: string, file: string) {
  fetched.set(src, file);
}

/** Value for `background-image`; undefined when nothing is known about the picture. */
export function placeholderOf(src: string, tiny: string | undefined, whole: boolean): string | undefined {
  const before = fetched.get(src);
  if (before) return `url(${JSON.stringify(before)})`;
  return tiny && TINY.test(tiny) ? `url("${blurredSvg(tiny, whole)}")` : undefined;
}

/** As a separate SVG image, so that the blur needs no additional element. It is fitted like the picture. */
function blurredSvg(tiny: string, whole: boolean): string {
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg'><filter id='b' x='0' y='0' width='100%' height='100%' ` +
    `color-interpolation-filters='sRGB'><feGaussianBlur stdDeviation='16'/><feComponentTransfer>` +
    // Otherwise the blurred edges would be transparent.
    `<feFuncA type='discrete' tableValues='1 1'/></feComponentTransfer></filter><image width='100%' height='100%' ` +
    `preserveAspectRatio='xMidYMid ${whole ? 'meet' : 'slice'}' filter='url(#b)' href='${tiny}'/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
