// Composer modes, and the inputs of each.
import { CalendarCheck, FileText, ListTodo, type LucideIcon, Mail, MessageCircle, Phone } from 'lucide-react'
import { type CallOutcome, noteLimit, writtenLabels } from '../activities.ts'

export type Mode = 'note' | 'call' | 'whatsapp' | 'email' | 'meeting' | 'task'

/** Value submitted by the composer. `happenedAt` and `callBackAt` are timestamps, `dueOn` a date. */
export type ComposerValue =
  | { mode: 'note'; text: string; mentions: string[] }
  | { mode: 'call'; text: string; mentions: string[]; outcome: CallOutcome; callBackAt: string | null }
  | { mode: 'meeting'; text: string; mentions: string[]; happenedAt: string }
  | { mode: 'whatsapp' | 'email'; text: string; to: string }
  | { mode: 'task'; text: string; dueOn: string | null }

type ModeOption = { mode: Mode; text: string; icon: LucideIcon; placeholder: string; limit: number; action?: string }

export const modes: readonly ModeOption[] = [
  {
    mode: 'note',
    text: writtenLabels.note,
    icon: FileText,
    placeholder: 'כתבו סיכום. ‎@‎ מזכיר מישהו מהצוות',
    limit: noteLimit,
  },
  { mode: 'call', text: writtenLabels.call, icon: Phone, placeholder: 'על מה דיברתם?', limit: noteLimit },
  {
    mode: 'whatsapp',
    text: writtenLabels.whatsapp,
    icon: MessageCircle,
    placeholder: 'מה לכתוב בוואטסאפ? אפשר להשאיר ריק',
    limit: 2000,
    action: 'פתיחה בוואטסאפ',
  },
  {
    mode: 'email',
    text: writtenLabels.email,
    icon: Mail,
    placeholder: 'מה לכתוב בדוא״ל? אפשר להשאיר ריק',
    limit: 2000,
    action: 'פתיחה בדוא״ל',
  },
  { mode: 'task', text: 'משימה', icon: ListTodo, placeholder: 'מה צריך לעשות?', limit: 200 },
  {
    mode: 'meeting',
    text: writtenLabels.meeting,
    icon: CalendarCheck,
    placeholder: 'מה סוכם בפגישה?',
    limit: noteLimit,
  },
]

export const isMode = (value: string): value is Mode => modes.some(({ mode }) => mode === value)

/** Whether the text is required because the mode has no other input. */
export const needsText = (mode: Mode) => mode === 'note' || mode === 'task' || mode === 'meeting'

/** Link that opens a message with the text filled in. Opening it does not prove sending. */
export const mailAddress = (to: string, text: string) =>
  `mailto:${encodeURIComponent(to).replace('%40', '@')}${text ? `?body=${encodeURIComponent(text)}` : ''}`
