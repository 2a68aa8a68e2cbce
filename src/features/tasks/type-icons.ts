import { type LucideIcon, Mail, MessageCircle, Phone, Video } from 'lucide-react'
import type { Task } from './tasks.ts'

/** Icons of task types; a plain task has none. In a separate file from the row, because the first screen does not need it. */
export const typeIcons: Record<Exclude<Task['type'], 'todo'>, LucideIcon> = {
  call: Phone,
  whatsapp: MessageCircle,
  email: Mail,
  meeting: Video,
}
