// Icon, tone and link of each activity type.
import {
  CalendarCheck,
  CircleCheck,
  Coins,
  FileText,
  Globe,
  ListChecks,
  ListPlus,
  ListTodo,
  type LucideIcon,
  Mail,
  Merge,
  MessageCircle,
  Newspaper,
  Paperclip,
  Phone,
  Quote,
  ReceiptText,
  ShieldCheck,
  ShieldOff,
  Sparkles,
  SquareKanban,
  Trash2,
  Trophy,
  Undo2,
  Upload,
  UserPlus,
  Eye,
} from 'lucide-react'
import type { ShownActivity } from './activities.data.ts'

const pictures: Record<string, LucideIcon> = {
  note: FileText,
  call: Phone,
  whatsapp: MessageCircle,
  email: Mail,
  meeting: CalendarCheck,
  'contact_request.received': Globe,
  'cancellation.received': ReceiptText,
  'signup.received': ListPlus,
  'launch.joined': ListPlus,
  'launch.opted_out': ListPlus,
  'lead_magnet.requested': ListPlus,
  'lead_magnet.downloaded': FileText,
  'webinar.registered': ListPlus,
  'webinar.waitlisted': ListPlus,
  'form.link_made': ListPlus,
  'form.changed': ListChecks,
  'form.submitted': ListChecks,
  'quiz.completed': ListChecks,
  'opportunity.created': Sparkles,
  'opportunity.stage_changed': SquareKanban,
  'opportunity.won': Trophy,
  'opportunity.reopened': Undo2,
  'opportunity.restored': Undo2,
  'opportunity.deleted': Trash2,
  'task.created': ListTodo,
  'task.done': CircleCheck,
  'consent.granted': ShieldCheck,
  'consent.withdrawn': ShieldOff,
  'review.submitted': Quote,
  'review.asked': Quote,
  'waitlist.joined': ListPlus,
  'file.added': Paperclip,
  'file.signature_asked': FileText,
  'summary.shared': FileText,
  'file.signed': CircleCheck,
  'file.approved': CircleCheck,
  'file.returned': Undo2,
  'mail.sent': Newspaper,
  'message.sent': MessageCircle,
  'message.received': MessageCircle,
  'thread.settled': MessageCircle,
  'client.invited': Mail,
  'client.accepted': UserPlus,
  'client.previewed': Eye,
  'contact.created': UserPlus,
  'contact.imported': Upload,
  'contact.import_updated': Upload,
}

/** Types with a fixed icon. */
const picturesOfNouns: Record<string, LucideIcon> = {
  appointment: CalendarCheck,
  order: Coins,
  payment: Coins,
  charge: Coins,
  contact: Merge,
  merge: Merge,
}

export const iconOf = (type: string): LucideIcon =>
  pictures[type] ?? picturesOfNouns[type.split('.')[0]!] ?? SquareKanban

type Tone = 'info' | 'success' | 'accent'
const tones: Record<string, Tone> = {
  note: 'info',
  call: 'info',
  meeting: 'info',
  'contact_request.received': 'accent',
  'opportunity.won': 'success',
  'task.done': 'success',
  'file.signed': 'success',
  'consent.granted': 'success',
  'order.paid': 'success',
  'payment.recorded': 'success',
  'appointment.confirmed': 'success',
  'appointment.requested': 'accent',
  'form.submitted': 'accent',
  'quiz.completed': 'accent',
}

export const toneOf = (type: string): Tone | undefined => tones[type]

/** Link to the details; undefined if the line shows everything. */
export function pathOf({
  type,
  related_id: relatedId,
  contact_id: contactId,
}: Pick<ShownActivity, 'type' | 'related_id' | 'contact_id'>): string | undefined {
  if (type.startsWith('opportunity.') && type !== 'opportunity.deleted') return `/crm/opportunities/${relatedId}`
  if (type.startsWith('order.') || type.startsWith('payment.') || type.startsWith('charge.'))
    return `/crm/payment/${contactId}`
  if (type.startsWith('contact.import')) return `/crm/contacts/import/${relatedId}`
  if (type.startsWith('file.')) return `/crm/contacts/${contactId}?tab=files`
  if (type.startsWith('consent.')) return `/crm/contacts/${contactId}?tab=consents`
  return undefined
}
