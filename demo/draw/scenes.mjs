// Every picture of the demo, by folder and name.
import { everestScenes } from './scenes-everest.mjs';

export const scenes = { ...everestScenes };
