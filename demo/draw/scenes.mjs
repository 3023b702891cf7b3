// Every picture of the demo, by folder and name.
import { annapurnaScenes } from './scenes-annapurna.mjs';
import { articleScenes } from './scenes-articles.mjs';
import { everestScenes } from './scenes-everest.mjs';
import { northScenes } from './scenes-north.mjs';
import { westScenes } from './scenes-west.mjs';

export const scenes = { ...everestScenes, ...annapurnaScenes, ...northScenes, ...westScenes, ...articleScenes };
