import { LayoutDashboard, type LucideIcon, SquareKanban, Users } from 'lucide-react'

export type Place = { to: string; text: string; icon: LucideIcon; exact?: boolean }

/** The rooms of the CRM that exist. A room that does not exist yet is not on the list. */
export const places: { label?: string; places: Place[] }[] = [
  { places: [{ to: '/crm', text: 'היום', icon: LayoutDashboard, exact: true }] },
  {
    label: 'מכירות',
    places: [
      { to: '/crm/pipeline', text: 'צינור מכירות', icon: SquareKanban },
      { to: '/crm/contacts', text: 'אנשי קשר', icon: Users },
    ],
  },
]
