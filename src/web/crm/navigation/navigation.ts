import {
  CalendarClock,
  CalendarDays,
  CalendarPlus,
  ChartColumn,
  Clapperboard,
  CreditCard,
  ClipboardList,
  Gauge,
  Globe,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Newspaper,
  Package,
  Route,
  Presentation,
  Search,
  SquareKanban,
  Users,
  Workflow,
} from 'lucide-react'
import { isAdmin, managesSite, type Role, seesContacts } from '#platform/accounts/roles.ts'

/** `short` is the label in the mobile bar, where daily items come first. */
export type NavItem = {
  to: string
  text: string
  short?: string
  icon: LucideIcon
  exact?: boolean
  isDaily?: true
  isFor?: (mine: readonly Role[]) => boolean
}
type NavGroup = { label?: string; isFor?: (mine: readonly Role[]) => boolean; items: NavItem[] }

const webinars = { to: '/admin/webinars', text: 'הדרכות', icon: Presentation }

export const navigation: NavGroup[] = [
  {
    items: [
      { to: '/crm', text: 'היום', icon: LayoutDashboard, exact: true, isDaily: true },
      { to: '/crm/tasks', text: 'משימות', icon: ListChecks },
    ],
  },
  {
    label: 'מכירות',
    isFor: seesContacts,
    items: [
      { to: '/crm/pipeline', text: 'צינור מכירות', short: 'מכירות', icon: SquareKanban, isDaily: true },
      { to: '/crm/contacts', text: 'אנשי קשר', icon: Users, isDaily: true },
      { to: '/crm/payments', text: 'תשלומים', icon: CreditCard },
      { to: '/crm/forms', text: 'טפסים', icon: ClipboardList },
      { to: '/crm/quizzes', text: 'שאלונים', icon: Gauge },
    ],
  },
  {
    label: 'ליווי',
    isFor: seesContacts,
    items: [
      { to: '/crm/clients', text: 'לקוחות', icon: Route },
      { to: '/crm/inbox', text: 'הודעות', icon: MessagesSquare },
    ],
  },
  {
    label: 'פגישות',
    isFor: seesContacts,
    items: [
      { to: '/crm/calendar', text: 'יומן', icon: CalendarDays, isDaily: true },
      { to: '/crm/appointment-types', text: 'סוגי פגישות', icon: CalendarPlus },
      { to: '/crm/availability', text: 'זמינות', icon: CalendarClock },
      { ...webinars, isFor: (mine) => !managesSite(mine) },
    ],
  },
  {
    label: 'תפעול',
    isFor: isAdmin,
    items: [{ to: '/crm/automations', text: 'אוטומציות', icon: Workflow }],
  },
  {
    label: 'האתר',
    isFor: managesSite,
    items: [
      { to: '/crm/site', text: 'תוכן האתר', icon: Globe },
      { to: '/crm/products', text: 'מוצרים ומחירים', short: 'מוצרים', icon: Package },
      webinars,
      { to: '/crm/launches', text: 'השקות', icon: Clapperboard },
      { to: '/crm/blog', text: 'בלוג', icon: Newspaper },
      { to: '/crm/email', text: 'דיוור', icon: Mail },
      { to: '/crm/seo-manager', text: 'קידום האתר', short: 'קידום', icon: Search },
      { to: '/crm/analytics', text: 'צפיות באתר', short: 'צפיות', icon: ChartColumn },
    ],
  },
]

/** The groups and items these roles may open. */
export const navigationFor = (mine: readonly Role[]): NavGroup[] =>
  navigation
    .filter(({ isFor }) => isFor?.(mine) ?? true)
    .map((group) => ({ ...group, items: group.items.filter(({ isFor }) => isFor?.(mine) ?? true) }))
