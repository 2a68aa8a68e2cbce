import {
  BookOpen,
  Calendar,
  Download,
  Gift,
  Link as Chain,
  type LucideIcon,
  Mail,
  MessageCircle,
  Newspaper,
  Phone,
  Star,
  Target,
  Video,
} from 'lucide-react'
import type { BioIcon } from './bio.ts'

/** Icons a link may use, with their labels in the picker. */
export const bioIcons: Record<BioIcon, { picture: LucideIcon; words: string }> = {
  link: { picture: Chain, words: 'קישור' },
  video: { picture: Video, words: 'וידאו' },
  target: { picture: Target, words: 'מטרה' },
  calendar: { picture: Calendar, words: 'יומן' },
  download: { picture: Download, words: 'הורדה' },
  newspaper: { picture: Newspaper, words: 'כתבה' },
  chat: { picture: MessageCircle, words: 'הודעה' },
  mail: { picture: Mail, words: 'דוא״ל' },
  phone: { picture: Phone, words: 'טלפון' },
  gift: { picture: Gift, words: 'מתנה' },
  book: { picture: BookOpen, words: 'מדריך' },
  star: { picture: Star, words: 'כוכב' },
}
