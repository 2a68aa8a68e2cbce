import { Check, ExternalLink, ListPlus, type LucideIcon, Mail, MessageCircle, Phone } from 'lucide-react'
import { whatsappAddress } from '#lib/whatsapp.ts'
import type { TodayItem } from '#features/today/today.data.ts'
import { placeOf } from './item-texts.ts'

export type ActionKey = 'done' | 'next' | 'call' | 'whatsapp' | 'mail' | 'open'
export type Action = { key: ActionKey; text: string; icon: LucideIcon; href?: string; to?: string }

const looks: Record<ActionKey, Pick<Action, 'text' | 'icon'>> = {
  done: { text: 'בוצע', icon: Check },
  next: { text: 'קביעת צעד הבא', icon: ListPlus },
  call: { text: 'שיחה', icon: Phone },
  whatsapp: { text: 'וואטסאפ', icon: MessageCircle },
  mail: { text: 'דוא״ל', icon: Mail },
  open: { text: 'פתיחה', icon: ExternalLink },
}

/** Actions of an item, primary one first. */
export function actionsOf(item: TodayItem): Action[] {
  const { phone, email } = item.contact ?? {}
  const to = placeOf(item)
  const can: Partial<Record<ActionKey, Pick<Action, 'href' | 'to'>>> = {
    ...((item.kind === 'lead' || 'version' in item) && { done: {} }),
    ...(item.kind === 'aimless' && { next: {} }),
    ...(phone && { call: { href: `tel:${phone}` }, whatsapp: { href: whatsappAddress(phone) } }),
    ...(email && { mail: { href: `mailto:${email}` } }),
    ...(to && { open: { to } }),
  }
  const first = firstOf(item).find((key) => can[key])
  const order = ['done', 'next', 'call', 'whatsapp', 'mail', 'open'] as const
  return [...new Set(first ? [first, ...order] : order)].flatMap((key) => {
    const way = can[key]
    const text = key === 'done' && item.kind === 'lead' ? 'נענתה' : looks[key].text
    return way ? [{ key, ...looks[key], ...way, text }] : []
  })
}

function firstOf(item: TodayItem): ActionKey[] {
  switch (item.kind) {
    case 'lead':
      return ['call', 'mail']
    case 'now':
      return ['open']
    case 'overdue':
    case 'today':
      return item.type === 'email'
        ? ['mail']
        : item.type === 'call' || item.type === 'whatsapp'
          ? [item.type]
          : ['done']
    case 'aimless':
      return ['next']
    case 'rotting':
      return ['open']
    case 'waiting':
    case 'payment':
      return ['whatsapp', 'call']
  }
}
