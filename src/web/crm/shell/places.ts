import {
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
} from 'lucide-react'
import { managesSite, type Role, seesContacts } from '#features/accounts/roles.ts'

/** `short` is what stands on the narrow bar of a phone. */
export type Place = { to: string; text: string; short?: string; icon: LucideIcon; exact?: boolean }
type Rooms = { label?: string; isFor?: (mine: readonly Role[]) => boolean; places: Place[] }

/** The rooms of the CRM that exist. A room that does not exist yet is not on the list. */
export const places: Rooms[] = [
  {
    places: [
      { to: '/crm', text: 'היום', icon: LayoutDashboard, exact: true },
      { to: '/crm/tasks', text: 'משימות', icon: ListChecks },
    ],
  },
  {
    label: 'מכירות',
    isFor: seesContacts,
    places: [
      { to: '/crm/pipeline', text: 'צינור מכירות', short: 'מכירות', icon: SquareKanban },
      { to: '/crm/contacts', text: 'אנשי קשר', icon: Users },
    ],
  },
  {
    label: 'האתר',
    isFor: managesSite,
    places: [
      { to: '/crm/site', text: 'תוכן האתר', icon: Globe },
      { to: '/crm/products', text: 'מוצרים ומחירים', short: 'מוצרים', icon: Package },
      { to: '/crm/blog', text: 'בלוג', icon: Newspaper },
      { to: '/crm/email', text: 'דיוור', icon: Mail },
      { to: '/crm/seo-manager', text: 'קידום האתר', short: 'קידום', icon: Search },
      { to: '/crm/analytics', text: 'צפיות באתר', short: 'צפיות', icon: ChartColumn },
    ],
  },
]

/** What is closed to somebody is not shown to them. */
export const roomsFor = (mine: readonly Role[]) => places.filter(({ isFor }) => isFor?.(mine) ?? true)
