// The banner and the secondary pictures of a trek (document 2 §2), uploaded as soon as they are chosen.
import { X } from 'lucide-react';
import { memo } from 'react';
import { plural } from '../../lib/text';
import { toast } from '../../lib/toast';
import { Button, IconButton } from '../../ui/Button';
import { focusNeighbour } from '../../ui/focus-neighbour';
import { Picture } from '../../ui/Picture';
import { PickImages } from '../uploads/PickImages';
import { UploadList } from '../uploads/UploadList';
import { uploadImage } from '../uploads/upload';
import { type RunningUpload, type Send, useUploads } from '../uploads/useUploads';
import { Part } from './fields';
import { MAX_SECONDARY_IMAGES } from './form';
import { useEditor, useForm, useProblem, useUnsaved } from './store';

const sendBanner: Send = (file, watch) => uploadImage(file, 'images/banner', watch);
const sendSecondary: Send = (file, watch) => uploadImage(file, 'images/secondary', watch);

const isRunning = ({ failed }: RunningUpload) => !failed;

export const Pictures = memo(function Pictures() {
  const { dispatch } = useEditor();
  const any = useForm((form) => form.bannerImage !== '' || form.secondaryImages.length > 0);
  return (
    <Part
      id="editor-pictures"
      title="Pictures"
      aside={
        <Button
          variant="ghost"
          size="sm"
          disabled={!any}
          onClick={() => dispatch({ type: 'trek-changed', to: { bannerImage: '', secondaryImages: [] } })}
        >
          Clear All Images
        </Button>
      }
    >
      <div className="grid gap-6 md:grid-cols-[15rem_minmax(0,1fr)] lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Banner />
        <Secondary />
      </div>
    </Part>
  );
});

function Banner() {
  const { dispatch, uploaded } = useEditor();
  const banner = useForm((form) => form.bannerImage);
  const problem = useProblem('images.bannerImage');
  const { sending, start, stop } = useUploads(sendBanner, (url) => {
    uploaded.add(url);
    dispatch({ type: 'trek-changed', to: { bannerImage: url } });
  });
  useUnsaved('images.bannerImage', sending.some(isRunning) ? 'The banner image is still uploading.' : undefined);
  return (
    <div>
      <h3 className="mb-1.5 font-medium font-sans text-sm tracking-normal">Banner image</h3>
      {banner && (
        <Tile
          url={banner}
          sizes="(min-width: 48rem) 20rem, 100vw"
          label="the banner image"
          className="mb-2 aspect-[16/9]"
          onRemove={() => dispatch({ type: 'trek-changed', to: { bannerImage: '' } })}
        />
      )}
      <PickImages
        field="images.bannerImage"
        label={banner ? 'Replace the banner image' : 'Upload a banner image'}
        hint="Max 5MB. Wide pictures look best."
        invalid={problem !== undefined}
        onPick={(files) => void start(files)}
      />
      {problem && <Fault>{problem}</Fault>}
      <UploadList sending={sending} onStop={stop} />
    </div>
  );
}

function Secondary() {
  const { dispatch, form, uploaded } = useEditor();
  const pictures = useForm((one) => one.secondaryImages);
  const problem = useProblem('images.secondaryImages');
  const { sending, start, stop } = useUploads(sendSecondary, (url) => {
    uploaded.add(url);
    dispatch({ type: 'images-added', urls: [url] });
  });
  const running = sending.filter(isRunning).length;
  const stillUploading = `${plural(running, 'picture is', 'pictures are')} still uploading.`;
  useUnsaved('images.secondaryImages', running > 0 ? stillUploading : undefined);
  const left = MAX_SECONDARY_IMAGES - pictures.length;
  const pick = (files: File[]) => {
    const room = MAX_SECONDARY_IMAGES - form().secondaryImages.length - sending.filter(isRunning).length;
    if (files.length > room) toast.error('Maximum 20 secondary images allowed');
    void start(files.slice(0, Math.max(0, room)));
  };
  const remove = (url: string) =>
    dispatch({ type: 'trek-changed', to: { secondaryImages: form().secondaryImages.filter((one) => one !== url) } });
  return (
    <div>
      <h3 className="mb-1.5 font-medium font-sans text-sm tracking-normal">Secondary images</h3>
      <ul aria-label="Secondary images" className="mb-2 grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-5">
        {pictures.map((url, at) => (
          <li key={url}>
            <Tile
              url={url}
              sizes="(min-width: 80rem) 8rem, (min-width: 40rem) 33vw, 50vw"
              label={`secondary image ${at + 1}`}
              className="aspect-[4/3]"
              onRemove={() => remove(url)}
            />
          </li>
        ))}
      </ul>
      <PickImages
        field="images.secondaryImages"
        multiple
        label="Upload secondary images"
        hint={`Max 5MB each. ${left} of ${MAX_SECONDARY_IMAGES} left.`}
        invalid={problem !== undefined}
        onPick={pick}
      />
      {problem && <Fault>{problem}</Fault>}
      <UploadList sending={sending} onStop={stop} />
    </div>
  );
}

const Fault = ({ children }: { children: string }) => (
  <p role="alert" className="mt-1.5 text-danger text-sm">
    {children}
  </p>
);

function Tile({
  url,
  label,
  sizes,
  className,
  onRemove,
}: {
  url: string;
  label: string;
  sizes: string;
  className: string;
  onRemove: () => void;
}) {
  return (
    <div className={`relative overflow-hidden rounded-sm border border-line bg-stone ${className}`}>
      <Picture src={url} alt={`Preview of ${label}`} sizes={sizes} className="size-full" />
      <IconButton
        label={`Remove ${label}`}
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget);
          onRemove();
        }}
        className="absolute top-1 right-1 size-9! bg-raised/90 hover:bg-raised"
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
