// The hours of the day as palettes; colours start from the design's paper, ink, glacier, marigold, laligurans and juniper.

export const HOURS = {
  dawn: {
    sky: ['#2F4A6B', '#7C8FA8', '#E9B89A', '#F8DDB4'], sun: '#FFF1CF', haze: '#F1CDAE', cloud: '#FBE3CB',
    snow: '#FFE3C4', snowShade: '#8E97B4', snowDeep: '#6B7799', rock: '#A9806F', rockShade: '#575A78',
    far: '#8D98B3', near: '#22384A', ground: '#1B2E3C', grass: '#4B5A4C', water: '#B9B7BE', from: 1,
  },
  morning: {
    sky: ['#4E86AC', '#8DB7CF', '#D3E3E3', '#F6F0DF'], sun: '#FFF8E3', haze: '#E9EBE2', cloud: '#FBFAF6',
    snow: '#FDFBF4', snowShade: '#9DB6CB', snowDeep: '#7A98B4', rock: '#8C8A86', rockShade: '#566679',
    far: '#9DB5C2', near: '#2C5148', ground: '#223F3A', grass: '#6E8A58', water: '#9CC0CE', from: -1,
  },
  noon: {
    sky: ['#2C6A96', '#5E9CC2', '#A9CFE0', '#E2EEEC'], sun: '#FFFDF2', haze: '#D5E4E6', cloud: '#FFFFFF',
    snow: '#FFFFFF', snowShade: '#9FC0DA', snowDeep: '#6E9ABD', rock: '#87837D', rockShade: '#4D5F73',
    far: '#8FB2C6', near: '#2F6A4B', ground: '#234A3B', grass: '#7FA05A', water: '#3E8DB4', from: 1,
  },
  dusk: {
    sky: ['#27355C', '#6A5F8C', '#D98A7B', '#F6C58A'], sun: '#FFE2A8', haze: '#DFA391', cloud: '#F3B59B',
    snow: '#FFC9A3', snowShade: '#7D74A0', snowDeep: '#5B5A88', rock: '#9C6A66', rockShade: '#49436A',
    far: '#84799F', near: '#2A2C4C', ground: '#1D2140', grass: '#4F4A5C', water: '#A98AA0', from: -1,
  },
  moon: {
    sky: ['#0B1526', '#152A45', '#2B4A68', '#5A7C92'], sun: '#F6F3E2', haze: '#55748A', cloud: '#7C97AA',
    snow: '#D9E6EE', snowShade: '#5E7F9C', snowDeep: '#3D5C7B', rock: '#5B6E82', rockShade: '#263D56',
    far: '#405F7A', near: '#12263A', ground: '#0C1B2B', grass: '#2A4250', water: '#3A5F7C', from: 1,
  },
  gold: {
    sky: ['#5C88A0', '#A9BDB4', '#F0D79C', '#F9E7BE'], sun: '#FFF6D6', haze: '#F3DFB2', cloud: '#FFF1D2',
    snow: '#FFF6E0', snowShade: '#A5ADB4', snowDeep: '#838F9E', rock: '#A18763', rockShade: '#66605F',
    far: '#B3B3A4', near: '#343F2A', ground: '#2B3424', grass: '#A58D45', water: '#B9B48F', from: -1,
  },
  storm: {
    sky: ['#5B6B78', '#8795A0', '#B5BEC2', '#DADCD6'], sun: '#F4F3EA', haze: '#C8CECD', cloud: '#E4E6E2',
    snow: '#F1F3F1', snowShade: '#93A5B3', snowDeep: '#71869A', rock: '#747B80', rockShade: '#4A5965',
    far: '#93A3AC', near: '#34504B', ground: '#263D3B', grass: '#63785A', water: '#8FA5AD', from: -1,
  },
};

const channels = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

/** A colour `share` of the way from one to the other: air between the eye and the hill. */
export function mix(from, to, share) {
  const b = channels(to);
  return `#${channels(from).map((v, i) => Math.round(v + (b[i] - v) * share).toString(16).padStart(2, '0')).join('')}`;
}
