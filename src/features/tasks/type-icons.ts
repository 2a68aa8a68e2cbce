import { type LucideIcon, Mail, MessageCircle, Phone, Video } from 'lucide-react'
import type { Task } from './tasks.ts'

/** Icons of what a task asks for; a plain task has none. Apart from the row, which the first screen does not need. */
export const typeIcons: Record<Exclude<Task['type'], 'todo'>, LucideIcon> = {
  call: Phone,
  whatsapp: MessageCircle,
  email: Mail,
  meeting: Video,
}
