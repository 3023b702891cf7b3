// Dialogs, menus, tabs, badges, states and pictures.
import { useState } from 'react';
import { currencyText } from '../lib/format';
import { toast } from '../lib/toast';
import { Accordion, AccordionItem } from '../ui/Accordion';
import { Button } from '../ui/Button';
import { Carousel } from '../ui/Carousel';
import { Countdown } from '../ui/Countdown';
import { Dialog, Sheet } from '../ui/Dialog';
import { Kbd } from '../ui/Kbd';
import { Logo } from '../ui/Logo';
import { Menu, MenuAction, MenuLink } from '../ui/Menu';
import { Pagination } from '../ui/Pagination';
import { Picture } from '../ui/Picture';
import { Popover } from '../ui/Popover';
import { ProfileLine } from '../ui/ProfileLine';
import { Ridge } from '../ui/Ridge';
import { useShowMore } from '../ui/ShowMore';
import { Spinner } from '../ui/Spinner';
import { Badge, EmptyState, ErrorState, Price, Skeleton, type Tone } from '../ui/States';
import { StepBar } from '../ui/StepBar';
import { Tab, TabList, TabPanel, Tabs } from '../ui/Tabs';
import { Desk } from './Desk';
import { LONG, Part, Piece } from './part';

const TONES: Tone[] = ['neutral', 'info', 'success', 'warning', 'danger'];

export function Surfaces() {
  return (
    <>
      <Floating />
      <Leading />
      <Telling />
      <Desk />
      <Pictures />
    </>
  );
}

function Floating() {
  const [open, setOpen] = useState<'dialog' | 'stays' | 'bottom' | 'right' | 'full' | null>(null);
  const close = () => setOpen(null);
  return (
    <Part id="floating" title="What floats">
      <Piece name="Dialog, Sheet">
        {(['dialog', 'stays', 'bottom', 'right', 'full'] as const).map((one) => (
          <Button key={one} variant="secondary" onClick={() => setOpen(one)}>
            {
              {
                dialog: 'Dialog',
                stays: 'Dialog that stays',
                bottom: 'Sheet below',
                right: 'Sheet right',
                full: 'Full sheet',
              }[one]
            }
          </Button>
        ))}
        <Dialog
          open={open === 'dialog' || open === 'stays'}
          dismissible={open !== 'stays'}
          onOpenChange={close}
          title="Archive Langtang Valley?"
          description={LONG}
          footer={
            <>
              <Button variant="secondary" onClick={close}>
                Cancel
              </Button>
              <Button variant="danger" onClick={close}>
                Archive
              </Button>
            </>
          }
        >
          Nobody can find or book it any more. You can restore it.
        </Dialog>
        {(['bottom', 'right', 'full'] as const).map((side) => (
          <Sheet key={side} side={side} open={open === side} onOpenChange={close} title="Filters">
            {LONG}
          </Sheet>
        ))}
      </Piece>
      <Piece name="Menu, Popover, messages">
        <Menu
          label="Demo menu"
          trigger={(button) => (
            <Button variant="secondary" {...button}>
              Menu
            </Button>
          )}
        >
          <MenuLink to="/dev/ui">A place</MenuLink>
          <MenuAction onSelect={() => toast.success('Done.')}>Something to do</MenuAction>
        </Menu>
        <Popover label="Guests" trigger={<Button variant="secondary">Popover</Button>} className="p-4">
          Two guests, from $2,322 in all.
        </Popover>
        <Button variant="secondary" onClick={() => toast.success('Changes saved.')}>
          Success
        </Button>
        <Button variant="secondary" onClick={() => toast.error('It could not be saved.', { description: LONG })}>
          Mistake
        </Button>
        <Button variant="secondary" onClick={() => toast.info('Your draft was restored')}>
          Note
        </Button>
      </Piece>
    </Part>
  );
}

function Leading() {
  const [page, setPage] = useState(6);
  const { drawn, more } = useShowMore(60, 'treks');
  return (
    <Part id="leading" title="What folds and leads on">
      <Accordion type="single" defaultValue={['one']}>
        <AccordionItem value="one" head="What if it snows on the pass?">
          Guides wait a day, or turn back by the way they know.
        </AccordionItem>
        <AccordionItem value="two" head={LONG}>
          {LONG}
        </AccordionItem>
        <AccordionItem value="three" head="Cannot be opened" disabled>
          Never seen
        </AccordionItem>
      </Accordion>
      <Tabs defaultValue="route">
        <TabList label="Parts of a trek">
          <Tab value="route">Route</Tab>
          <Tab value="cost">What it costs</Tab>
        </TabList>
        <TabPanel value="route">Twelve days, highest point 5,545 m.</TabPanel>
        <TabPanel value="cost">From $1,450.00 per person.</TabPanel>
      </Tabs>
      <StepBar
        label="Steps of a booking"
        steps={[{ label: 'Trip', to: '/' }, { label: 'Guests' }, { label: 'Payment' }, { label: 'Confirmation' }]}
        current={2}
      />
      <Piece name="Pagination">
        <Pagination page={page} pages={24} onPage={setPage} label="Pages of treks" />
        <Pagination page={1} pages={3} onPage={() => {}} zeroPad label="Pages of blogs" />
      </Piece>
      <Piece name="ShowMore">
        <span>{drawn} of 60</span>
        {more}
      </Piece>
      <Piece name="Kbd">
        <Kbd keys="Ctrl K" />
        <Kbd keys="g t" />
      </Piece>
    </Part>
  );
}

function Telling() {
  return (
    <Part id="telling" title="What tells">
      <Piece name="Badge">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Piece>
      <Piece name="Price">
        <Price amount={990} currency="USD" format={currencyText} size="sm" />
        <Price amount={1450} currency="USD" format={currencyText} before="from" after="per person" />
        <Price amount={128500} currency="USD" format={currencyText} size="lg" />
      </Piece>
      <Piece name="Spinner, Countdown">
        <Spinner label="Loading" />
        <Countdown seconds={60}>{(left) => <span className="figures">Again in {left} s</span>}</Countdown>
      </Piece>
      <Piece name="Skeleton" wide>
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
      </Piece>
      <div className="grid gap-5 md:grid-cols-2">
        <EmptyState
          title="No treks match"
          message="Remove a filter."
          action={<Button variant="secondary">Show all</Button>}
        />
        <div className="grid gap-5">
          <ErrorState title="The treks could not be loaded" message={LONG} onRetry={() => {}} className="py-6" />
          <ErrorState title="Trying again" onRetry={() => {}} retrying className="py-6" />
        </div>
      </div>
    </Part>
  );
}

const CLIMB = [1400, 2610, 3440, 3440, 3870, 4410, 4940, 5545, 4410, 3440, 2860];

function Pictures() {
  return (
    <Part id="pictures" title="Mark, pictures, drawings">
      <Piece name="Logo" note="16 to 96 px">
        {['size-4', 'size-6', 'size-8', 'size-12', 'size-24'].map((size) => (
          <Logo key={size} className={size} />
        ))}
      </Piece>
      <Piece name="Picture" note="none yet, one that fails">
        <Picture src="" alt="No picture yet" className="h-32 w-48 rounded-lg" />
        <Picture src="/pictures/of-nothing.webp" alt="A picture that fails" eager className="h-32 w-48 rounded-lg" />
      </Piece>
      <Piece name="Carousel" wide>
        <Carousel
          label="Demo slides"
          slides={['Lukla', 'Namche', 'Tengboche'].map((place) => ({
            key: place,
            content: <div className="flex h-40 items-center justify-center rounded-lg bg-stone text-xl">{place}</div>,
          }))}
        />
      </Piece>
      <Piece name="ProfileLine" note="true heights in walking order; the dot is the highest point" wide>
        <ProfileLine altitudes={CLIMB} className="h-20 text-glacier" />
        <ProfileLine altitudes={CLIMB} label="Without ground and dot" fill={false} mark={false} />
      </Piece>
      <Piece name="Ridge" wide>
        <Ridge className="h-32 w-full text-ink opacity-10" />
      </Piece>
    </Part>
  );
}
