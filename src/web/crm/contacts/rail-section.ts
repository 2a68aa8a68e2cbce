import type { ReactNode } from 'react'
import type { ShownContact } from '#features/contacts/contacts.data.ts'

/** What every part of a side rail is given. */
export type SectionProps = { contact: ShownContact; now: Date }
export type Section = (props: SectionProps) => ReactNode
