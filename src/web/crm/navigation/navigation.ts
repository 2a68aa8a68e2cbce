import {
  CalendarClock,
  CalendarDays,
  CalendarPlus,
  ChartColumn,
  Globe,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Mail,
  Newspaper,
  Package,
  Search,
  SquareKanban,
  Users,
  Workflow,
} from 'lucide-react'
import { isAdmin, managesSite, type Role, seesContacts } from '#platform/accounts/roles.ts'

/** `short` is the label in the mobile bar, where daily items come first. */
export type NavItem = { to: string; text: string; short?: string; icon: LucideIcon; exact?: boolean; isDaily?: true }
type NavGroup = { label?: string; isFor?: (mine: readonly Role[]) => boolean; items: NavItem[] }

/** Navigation of the CRM. */
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
    ],
  },
  {
    label: 'פגישות',
    isFor: seesContacts,
    items: [
      { to: '/crm/calendar', text: 'יומן', icon: CalendarDays, isDaily: true },
      { to: '/crm/appointment-types', text: 'סוגי פגישות', icon: CalendarPlus },
      { to: '/crm/availability', text: 'זמינות', icon: CalendarClock },
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
      { to: '/crm/blog', text: 'בלוג', icon: Newspaper },
      { to: '/crm/email', text: 'דיוור', icon: Mail },
      { to: '/crm/seo-manager', text: 'קידום האתר', short: 'קידום', icon: Search },
      { to: '/crm/analytics', text: 'צפיות באתר', short: 'צפיות', icon: ChartColumn },
    ],
  },
]

/** The groups these roles may open. */
export const navigationFor = (mine: readonly Role[]) => navigation.filter(({ isFor }) => isFor?.(mine) ?? true)
