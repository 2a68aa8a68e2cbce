import './form-sheet.css'
import type { ReactNode } from 'react'

/** The card around a form of a public page. */
export const FormSheet = ({ children }: { children: ReactNode }) => <div className="paper">{children}</div>
