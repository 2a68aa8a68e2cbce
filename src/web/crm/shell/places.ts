import { LayoutDashboard, type LucideIcon, SquareKanban, Users } from 'lucide-react'

export type Place = { to: string; text: string; icon: LucideIcon; exact?: boolean }

/** The rooms of the CRM that exist. A room that does not exist yet is not on the list. `people`: only for those who work with people and sales. */
export const places: { label?: string; people?: true; places: Place[] }[] = [
  { places: [{ to: '/crm', text: 'היום', icon: LayoutDashboard, exact: true }] },
  {
    label: 'מכירות',
    people: true,
    places: [
      { to: '/crm/pipeline', text: 'צינור מכירות', icon: SquareKanban },
      { to: '/crm/contacts', text: 'אנשי קשר', icon: Users },
    ],
  },
]

/** What is closed to somebody is not shown to them. */
export const roomsFor = (seesContacts: boolean) => places.filter(({ people }) => seesContacts || !people)
