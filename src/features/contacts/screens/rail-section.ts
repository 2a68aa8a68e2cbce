import type { ReactNode } from 'react'
import type { ShownContact } from '#features/contacts/contacts.data.ts'

/** Props of every side rail section. */
export type SectionProps = { contact: ShownContact; now: Date }
export type Section = (props: SectionProps) => ReactNode
