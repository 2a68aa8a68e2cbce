import { CalendarSearch, Copy, ListFilter, type LucideIcon, Settings2, Trash2, Upload, UserCog } from 'lucide-react'
import { isAdmin, type Role, seesContacts } from '#platform/accounts/accounts.ts'

type Command = { to: string; text: string; icon: LucideIcon; isFor: (mine: readonly Role[]) => boolean }

/** Commands for screens that have no menu item. */
const commands: Command[] = [
  { to: '/crm/contacts/import', text: 'ייבוא אנשי קשר מקובץ', icon: Upload, isFor: isAdmin },
  { to: '/crm/duplicates', text: 'איחוד כפילויות', icon: Copy, isFor: seesContacts },
  {
    to: '/crm/contacts?f=next_step:is:overdue',
    text: 'אנשי קשר שהצעד הבא שלהם באיחור',
    icon: ListFilter,
    isFor: seesContacts,
  },
  { to: '/crm/appointments', text: 'כל הפגישות, עם סינון וייצוא', icon: CalendarSearch, isFor: seesContacts },
  { to: '/crm/bin', text: 'סל המיחזור', icon: Trash2, isFor: seesContacts },
  { to: '/crm/settings?tab=team', text: 'הזמנה לצוות', icon: UserCog, isFor: isAdmin },
  { to: '/crm/settings', text: 'הגדרות', icon: Settings2, isFor: () => true },
]

export const commandsFor = (mine: readonly Role[]) => commands.filter(({ isFor }) => isFor(mine))
