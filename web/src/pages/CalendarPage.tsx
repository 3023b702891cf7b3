// /admin/calendar: departures and private bookings by month or week.
import { Calendar } from '../features/admin/departures/calendar/Calendar';
import { CALENDAR } from '../features/admin/sections';
import { DeskFrame } from './DeskFrame';

export function CalendarPage() {
  return (
    <DeskFrame {...CALENDAR}>
      <Calendar />
    </DeskFrame>
  );
}
