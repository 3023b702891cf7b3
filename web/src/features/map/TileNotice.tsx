// Text of the privacy policy about map tiles: the services that send them, and the data that these receive.
import { joinWords } from '../../lib/text';
import { type MapSetting, tileServices } from './tiles';

export function TileNotice({ setting }: { setting: MapSetting | undefined }) {
  const services = tileServices(setting);
  if (services.length === 0) return <>Our maps are part of this site. They load nothing from other services.</>;
  const named = services.map(({ name, host }) => (name === host ? host : `${name} (${host})`));
  return (
    <>
      Our maps load images from {joinWords(named)}. Your browser sends {services.length === 1 ? 'it' : 'them'} its IP
      address and the part of the map that you look at.
      {setting?.consent === 'ask' &&
        ' These images load only after you choose “Load detailed map” on a map; your browser remembers that choice.'}
    </>
  );
}
