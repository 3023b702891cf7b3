// Converts altitudes to the SVG paths of a profile.

export interface ProfileShape {
  line: string;
  area: string;
  top: { x: number; y: number };
}

/** null for fewer than two altitudes. A flat route is a line at half height. */
export function profileShape(altitudes: readonly number[], width: number, height: number): ProfileShape | null {
  const heights = altitudes.filter(Number.isFinite);
  if (heights.length < 2) return null;
  const lowest = Math.min(...heights);
  const highest = Math.max(...heights);
  const above = 6; // room for the dot at the highest point
  const usable = height - above - 4;
  const points = heights.map((metres, index) => ({
    x: round((index / (heights.length - 1)) * width),
    y: round(highest === lowest ? height / 2 : above + usable - ((metres - lowest) / (highest - lowest)) * usable),
  }));
  const line = points.map((point, index) => `${index ? 'L' : 'M'}${point.x} ${point.y}`).join('');
  const top = points[heights.indexOf(highest)] ?? { x: 0, y: 0 };
  return { line, area: `${line}L${width} ${height}L0 ${height}Z`, top };
}

function round(value: number) {
  return Math.round(value * 10) / 10;
}
