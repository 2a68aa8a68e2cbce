import {
  BookOpen,
  CalendarDays,
  Folder,
  House,
  ListChecks,
  type LucideIcon,
  MessageCircle,
  ReceiptText,
  Route,
  UserRound,
  Wallet,
} from 'lucide-react'

/** `isMain`: in the bar itself; the other tabs are in its "more" menu. */
export type PortalTab = { path: string; text: string; icon: LucideIcon; isMain?: true }

export const portalPath = '/client-portal'

/** Tabs of the client portal, in order. A tab is one line here and one route in app-routes.tsx. */
export const portalTabs: readonly PortalTab[] = [
  { path: '', text: 'הבית שלי', icon: House, isMain: true },
  { path: 'tasks', text: 'משימות', icon: ListChecks, isMain: true },
  { path: 'messages', text: 'הודעות', icon: MessageCircle, isMain: true },
  { path: 'finances', text: 'הכסף שלנו', icon: Wallet, isMain: true },
  { path: 'meetings', text: 'פגישות', icon: CalendarDays },
  { path: 'process', text: 'הדרך שלנו', icon: Route },
  { path: 'documents', text: 'מסמכים', icon: Folder },
  { path: 'resources', text: 'חומרים', icon: BookOpen },
  { path: 'payments', text: 'תשלומים', icon: ReceiptText },
  { path: 'profile', text: 'פרופיל', icon: UserRound },
]

export const addressOf = ({ path }: Pick<PortalTab, 'path'>) => (path ? `${portalPath}/${path}` : portalPath)
